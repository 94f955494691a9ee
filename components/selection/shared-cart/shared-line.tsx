import { TriangleAlert } from 'lucide-react';
import { Name, Place } from '@/components/catalogue/course/name';
import { getNames } from '@/lib/catalogue/localized-names';
import { offerText } from '@/lib/catalogue/rules';
import { formatINR, lineTotal } from '@/lib/platform/money';
import { getErrorText, getTranslations } from '@/lib/platform/i18n/server';
import type { SelectionChange } from '@/lib/selection/quote';
import type { ComparedLine } from '@/lib/selection/shared-cart/rules';

/** A line of a shared cart: what can be adopted now, and each difference in words. */
export async function SharedLine({
  compared: { line, course, seats, changes },
  isNamed,
}: {
  compared: ComparedLine;
  /** True to name the session. */
  isNamed: boolean;
}) {
  const [t, cart, common] = [
    await getTranslations('sharedCart'),
    await getTranslations('cart'),
    await getTranslations('common'),
  ];
  const names = await getNames();
  const offer = offerText(common, line, isNamed);
  const pricePaise = course?.price_paise ?? line.pricePaise;
  const differences = await Promise.all(changes.map((change) => describe(change, line.selectedSeats)));
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_auto_minmax(9.5rem,auto)]">
      <div className="wrap-anywhere max-md:col-span-2">
        <b>
          <Name>{names.branch(line.branch, line.branchHindi)}</Name>
        </b>
        <p className="text-small text-ink-2">
          <Place
            institute={names.institute(line.institute, line.instituteHindi)}
            others={common('otherInstitutes')}
            city={null}
            names={names}
          />
        </p>
        {course && course.left_seats > 0 && (
          <p className="text-small text-ink-2">{t('left', { left: course.left_seats, total: course.total_seats })}</p>
        )}
      </div>
      <p className="text-small md:text-end">
        <span className="tabular-nums md:money">
          {cart('line', { seats: seats || line.selectedSeats, price: formatINR(pricePaise) })}
        </span>
        <span className="block text-cap text-ink-2">
          <span className="sr-only">{cart('perYear')}</span>
          {offer && <span>{offer}</span>}
        </span>
      </p>
      <p className="text-end num text-[1.1875rem] money">{formatINR(lineTotal(seats, pricePaise))}</p>
      {differences.length > 0 && (
        <ul className="col-span-full grid gap-0.5">
          {differences.map((difference) => (
            <li key={difference} className="flex items-start gap-1.5 text-small font-semibold text-warn">
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
              {difference}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

async function describe(change: SelectionChange, wanted: number): Promise<string> {
  const t = await getTranslations('sharedCart.changes');
  switch (change.kind) {
    case 'price':
      return t('price', { before: formatINR(change.fromPaise) });
    case 'seats':
      return t('seats', { left: change.leftSeats, wanted });
    case 'full':
      return t('full', { message: await getErrorText('seats.none_left') });
    case 'gone':
      return t('gone');
  }
}
