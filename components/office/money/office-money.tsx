import { AdminSection } from '@/components/admin/section';
import { Disclosure } from '@/components/platform/ui/disclosure';
import { getNames } from '@/lib/catalogue/localized-names';
import { instituteWithCity } from '@/lib/catalogue/names';
import type { OfferFunds, OfficeFunds, OfficeRelease, UseOfYear } from '@/lib/funds/queries';
import { isUseDue } from '@/lib/funds/rules';
import { OfficeAccounts } from '@/components/payees/office-accounts';
import type { OfficeAccount } from '@/lib/payees/queries';
import { formatDate, indianDay, indianIsoDay } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';
import { ReceiveForm } from './receive-form';
import { UseForm } from './use-form';

/** The id of the section. */
const MONEY = 'money';

const isToAcknowledge = ({ kind, receivedOn }: OfficeRelease) => kind === 'passed_on' && receivedOn === null;

/** Returns how many transfers an office has not acknowledged, and how many statements of use it is asked for. */
export function moneyDue({ releases, offers }: OfficeFunds): { transfers: number; uses: number } {
  const today = indianIsoDay(new Date());
  return {
    transfers: releases.filter(isToAcknowledge).length,
    uses: offers.flatMap(({ years }) => years).filter((year) => isUseDue(year, today)).length,
  };
}

/** Says what of the money waits for the office, with a link to it; nothing if nothing does. */
export async function MoneyDue({ due: { transfers, uses } }: { due: ReturnType<typeof moneyDue> }) {
  const t = await getTranslations('office.money');
  if (transfers + uses === 0) return null;
  return (
    <p className="text-small">
      <span className="font-semibold">
        {[transfers > 0 && t('dueTransfers', { count: transfers }), uses > 0 && t('dueUses', { count: uses })]
          .filter(Boolean)
          .join(' ')}
      </span>{' '}
      <a href={`#${MONEY}`} className="inline-flex min-h-tap items-center text-link underline underline-offset-4">
        {t('toMoney')}
      </a>
    </p>
  );
}

type OfficeMoneyProps = {
  funds: OfficeFunds;
  accounts: readonly OfficeAccount[];
  /** Whether to name the institute. */
  isNamed: boolean;
  /** Whether the viewer may state accounts. */
  isHead: boolean;
};

/** The money of an office: the accounts that it is sent to, the transfers, each acknowledged with one act, and what was used of them by offer and year. */
export async function OfficeMoney({ funds: { releases, offers }, accounts, isNamed, isHead }: OfficeMoneyProps) {
  const [t, names] = [await getTranslations('office.money'), await getNames()];
  if (releases.length + accounts.length === 0) return null;
  const [open, others] = [releases.filter(isToAcknowledge), releases.filter((release) => !isToAcknowledge(release))];
  return (
    <AdminSection id={MONEY} title={t('title')} className="scroll-mt-4 gap-4">
      {releases.length > 0 && <p className="max-w-prose text-small text-ink-2">{t('about')}</p>}
      <OfficeAccounts
        accounts={accounts.map(({ instituteId, institute, hindi, account }) => ({
          instituteId,
          name: isNamed ? names.institute(institute, hindi) : null,
          account,
        }))}
        isHead={isHead}
      />
      {open.length > 0 && <Transfers rows={open} isNamed={isNamed} />}
      {others.length > 0 && (
        <Disclosure small summary={t('others', { count: others.length })}>
          <Transfers rows={others} isNamed={isNamed} />
        </Disclosure>
      )}
      {offers.map((offer) => (
        <Offer key={offer.id} offer={offer} isNamed={isNamed} />
      ))}
    </AdminSection>
  );
}

const Transfers = ({ rows, isNamed }: { rows: readonly OfficeRelease[]; isNamed: boolean }) => (
  <ul className="max-w-[60rem] border-t border-line">
    {rows.map((release) => (
      <Transfer key={release.id} release={release} isNamed={isNamed} />
    ))}
  </ul>
);

async function Transfer({ release, isNamed }: { release: OfficeRelease; isNamed: boolean }) {
  const [t, names, locale] = [await getTranslations('office.money'), await getNames(), await getLocale()];
  const { id, kind, institute, instituteHindi, mode, reference, paidOn, amountPaise, receivedOn } = release;
  const dateOf = (day: string) => formatDate(indianDay(day), locale);
  const subject = t(`transfer.${kind}`, { amount: formatINR(amountPaise), day: dateOf(paidOn) });
  const bank = [mode === 'cheque' || mode === 'demand_draft' ? t(`mode.${mode}`) : mode, reference].join(' ');
  return (
    <li className="grid gap-2 border-b border-line py-3 text-small md:grid-cols-2 md:gap-x-8">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold tabular-nums">{subject}</p>
        <p className="text-ink-2 tabular-nums">
          {[bank, isNamed && names.institute(institute, instituteHindi)].filter(Boolean).join(' · ')}
        </p>
      </div>
      {kind === 'passed_on' &&
        (receivedOn === null ? (
          <ReceiveForm id={id} day={paidOn} subject={subject} />
        ) : (
          <div>
            <p>{t('receivedAt', { day: dateOf(receivedOn) })}</p>
            <Disclosure small summary={t('otherDay')}>
              <ReceiveForm key={receivedOn} id={id} day={receivedOn} subject={subject} />
            </Disclosure>
          </div>
        ))}
    </li>
  );
}

async function Offer({ offer, isNamed }: { offer: OfferFunds; isNamed: boolean }) {
  const [t, names] = [await getTranslations('office.money'), await getNames()];
  const { institute, instituteHindi, city, session } = offer;
  const name = `${names.type(offer.courseType)} · ${names.branch(offer.branch, offer.branchHindi)}`;
  const where = [session, isNamed && instituteWithCity(names, institute, instituteHindi, city)];
  const today = indianIsoDay(new Date());
  const years = offer.years
    .filter(({ passedPaise, revision }) => passedPaise > 0 || revision > 0)
    .toSorted((a, b) => Number(isUseDue(b, today)) - Number(isUseDue(a, today)));
  return (
    <section className="grid max-w-[60rem] gap-2 border-t-2 border-ink pt-3">
      <div>
        <h3 className="text-body wrap-anywhere">{name}</h3>
        <p className="text-small wrap-anywhere text-ink-2">{where.filter(Boolean).join(' · ')}</p>
      </div>
      {years.map((year) =>
        isUseDue(year, today) ? (
          <Year key={`${year.year} ${year.revision}`} courseId={offer.id} name={name} year={year} isShown />
        ) : (
          <Disclosure key={`${year.year} ${year.revision}`} small summary={<Summary year={year} t={t} />}>
            <Year courseId={offer.id} name={name} year={year} />
          </Disclosure>
        ),
      )}
    </section>
  );
}

type Texts = Awaited<ReturnType<typeof getTranslations<'office.money'>>>;

/** What was stated for a year, in one line. */
async function Summary({ year: { until, usedPaise, passedPaise }, t }: { year: UseOfYear; t: Texts }) {
  const day = formatDate(indianDay(until), await getLocale());
  return usedPaise === null
    ? t('notStated', { day })
    : t('stated', { day, used: formatINR(usedPaise), passed: formatINR(passedPaise) });
}

type YearProps = { courseId: string; name: string; year: UseOfYear; isShown?: boolean };

/** The form of a year, below what was stated before. @param isShown whether that is not said above */
async function Year({ courseId, name, year, isShown = false }: YearProps) {
  const [t, locale] = [await getTranslations('office.money'), await getLocale()];
  const label = t('usedUntil', { day: formatDate(indianDay(year.until), locale) });
  return (
    <div className="grid gap-2 py-2">
      {year.statedAt && (
        <p className="max-w-prose text-small text-ink-2">
          {isShown && (
            <span className="block">
              <Summary year={year} t={t} />
            </span>
          )}
          <span>{t('correction', { day: formatDate(year.statedAt, locale) })}</span>
        </p>
      )}
      <UseForm
        courseId={courseId}
        year={year.year}
        subject={`${name}: ${label}`}
        label={label}
        passedPaise={year.passedPaise}
        usedPaise={year.usedPaise}
        heads={year.heads}
        revision={year.revision}
      />
    </div>
  );
}
