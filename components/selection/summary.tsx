'use client';

import { useTranslations } from 'use-intl';
import { TypeTag } from '@/components/catalogue/course/type-tag';
import { useNames } from '@/components/platform/i18n/use-names';
import { offerText } from '@/lib/catalogue/rules';
import { toCourseType } from '@/lib/catalogue/schema';
import { formatINR, lineTotal } from '@/lib/platform/money';
import { langOf } from '@/lib/platform/i18n/script';
import { namesSessions, periodOf } from '@/lib/adoption/core/period';
import { placeOf } from '@/lib/platform/place-of';
import type { Totals } from '@/lib/selection/rules';
import type { CartEntry } from '@/lib/selection/cart';
import { BudgetLine } from './budget-line';
import { ChosenSeats } from './chosen-seats';
import { Period } from './period';

type SummaryProps = {
  lines: readonly CartEntry[];
  totals: Totals;
  headingId: string;
  /** True where the page is not of one city and one type: each line then names both. */
  placed?: boolean;
  /** The visitor's budget in paise. */
  budgetPaise?: number | null;
};

/** The 'Selected Courses Summary': what is chosen on this page by line, and the sum. */
export function Summary({ lines, totals, headingId, placed, budgetPaise = null }: SummaryProps) {
  const t = useTranslations('list.summary');
  const isNamed = namesSessions(lines);
  return (
    <>
      <h2 id={headingId} className="text-lead">
        {t('title')}
      </h2>
      <ChosenSeats lines={lines} />
      <ul>
        {lines.map((line) => (
          <li key={line.id} className="grid border-t border-line py-3 text-small leading-snug">
            <Branch line={line} />
            <Place line={line} placed={placed} />
            <OfferText line={line} isNamed={isNamed} />
            <span className="mt-1 flex flex-wrap justify-between gap-x-3 tabular-nums">
              <span>{t('line', { seats: line.selectedSeats, price: formatINR(line.pricePaise) })}</span>
              <b className="ms-auto money">{formatINR(lineTotal(line.selectedSeats, line.pricePaise))}</b>
            </span>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 border-t-2 border-ink pt-3 font-semibold">
        <span>{t('seats', { seats: totals.seats })}</span>
        <span className="ms-auto num text-h3 money">{formatINR(totals.paise)}</span>
      </p>
      <p className="-mt-2 text-end">
        <Period {...periodOf(lines)} decimals={2} />
      </p>
      {budgetPaise !== null && (
        <p className="-mt-2 text-end">
          <BudgetLine budgetPaise={budgetPaise} spentPaise={totals.paise} />
        </p>
      )}
    </>
  );
}

/** Which offer of its course a line is, where that is not clear. */
function OfferText({ line, isNamed }: { line: CartEntry; isNamed: boolean }) {
  const common = useTranslations('common');
  const offer = offerText(common, { ...line, years: null }, isNamed);
  return offer && <span className="text-ink-2">{offer}</span>;
}

function Branch({ line }: { line: CartEntry }) {
  const branch = useNames().branch(line.branch, line.branchHindi);
  return <b lang={langOf(branch) ?? 'en'}>{branch}</b>;
}

function Place({ line, placed }: { line: CartEntry; placed?: boolean }) {
  const common = useTranslations('common');
  const names = useNames();
  const { courseName, city } = line;
  const institute = names.institute(line.institute, line.instituteHindi);
  if (!placed)
    return (
      institute && (
        <span lang={langOf(institute) ?? 'en'} className="text-ink-2">
          {institute}
        </span>
      )
    );
  const type = toCourseType(courseName);
  return (
    <>
      {type && <TypeTag type={type} />}
      <span lang={langOf(institute) ?? 'en'} className="text-ink-2">
        {placeOf(institute || common('otherInstitutes'), city, names.place(city))}
      </span>
    </>
  );
}
