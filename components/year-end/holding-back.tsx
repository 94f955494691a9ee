import type { ReactNode } from 'react';
import { Link } from '@/components/platform/ui/link';
import { getNames } from '@/lib/catalogue/localized-names';
import { instituteKeyOf, instituteWithCity } from '@/lib/catalogue/names';
import { sumOf } from '@/lib/funds/rules';
import { adoptionPath } from '@/lib/adoption/core/rules';
import { formatDate, formatLastDay, indianDay } from '@/lib/platform/dates';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { groupBy } from '@/lib/platform/group-by';
import { formatINR } from '@/lib/platform/money';
import { givenUse, type YearEnd, type YearLine } from '@/lib/year-end/queries';

type HoldingBackProps = {
  yearEnd: YearEnd;
  /** Whether the reader has an account; links of a guest lead to its adoption, and an auditor has none. */
  reader: 'account' | 'guest' | 'auditor';
};

/** The institutes whose money is not used, by what holds it back and who acts next. */
export async function HoldingBack({ yearEnd, reader }: HoldingBackProps) {
  const [t, names, locale] = [await getTranslations('yearEnd'), await getNames(), await getLocale()];
  const { lines, institutes, unpaid } = yearEnd;
  const date = (day: string) => formatDate(indianDay(day), locale);
  const instituteOf = (line: YearLine) =>
    institutes.find(({ institute, city }) => institute === line.institute && city === line.city);
  const pathOf = (billingId: string, reference: string) =>
    adoptionPath({ isRegistered: reader === 'account', billingId, reference });
  const ofLines = (
    name: 'notPassed' | 'unstated' | 'unused' | 'excess',
    paiseOf: (line: YearLine) => number,
    next: (line: YearLine) => string | null,
  ) => ({
    name,
    // What an institute does next is said once, not for each of its courses.
    rows: [
      ...groupBy(
        lines.filter((line) => paiseOf(line) > 0),
        (line) => `${instituteKeyOf(line)} ${next(line)}`,
      ),
    ].map(([key, own]) => {
      const [line] = own as [YearLine];
      const place = instituteWithCity(names, line.institute, line.instituteHindi, line.city);
      const courses = new Set(own.map(({ courseId }) => courseId)).size;
      return {
        key,
        paise: sumOf(own, paiseOf),
        title: courses === 1 ? `${names.branch(line.branch, line.branchHindi)}, ${place}` : place,
        text: t('hold.lines', {
          seats: sumOf(own, ({ seats }) => seats),
          courses,
          references: [...new Set(own.map(({ reference }) => reference))].join(', '),
        }),
        next: next(line) as ReactNode,
      };
    }),
  });
  const groups = [
    {
      name: 'unpaid' as const,
      rows: unpaid.map(({ billingId, reference, outstandingPaise, dueAt }) => ({
        key: billingId,
        paise: outstandingPaise,
        title: reference,
        text: dueAt ? t('hold.unpaidAct', { date: formatLastDay(dueAt, locale) }) : null,
        next: reader !== 'auditor' && (
          <Link href={pathOf(billingId, reference)} className="font-semibold text-link underline underline-offset-4">
            {t('hold.unpaidOpen')}
          </Link>
        ),
      })),
    },
    ofLines(
      'notPassed',
      (line) => line.notPassedPaise,
      ({ students }) => t(`hold.${students}`),
    ),
    ofLines(
      'unstated',
      (line) => line.unstatedPaise,
      (line) => {
        const remindedOn = instituteOf(line)?.remindedOn;
        if (remindedOn) return t('hold.reminded', { date: date(remindedOn) });
        return t(line.students === 'outside' ? 'hold.outside' : 'hold.notReminded');
      },
    ),
    ofLines(
      'unused',
      (line) => line.unusedPaise,
      (line) => {
        const statedOn = instituteOf(line)?.statedOn;
        return statedOn ? t('hold.stated', { date: date(statedOn) }) : null;
      },
    ),
    ofLines(
      'excess',
      (line) => line.closing.excessPaise,
      () => null,
    ),
  ].filter(({ rows }) => rows.length > 0);
  if (groups.length === 0) return <p>{t(givenUse(yearEnd) ? 'hold.none' : 'paper.none')}</p>;
  return (
    <div className="grid gap-5">
      {groups.map(({ name, rows }) => (
        <section key={name} aria-labelledby={`hold-${name}`} className="grid gap-1">
          <h3
            id={`hold-${name}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 text-body font-semibold"
          >
            {t(`hold.${name}`)}
            <span className="ms-auto num money">{formatINR(sumOf<{ paise: number }>(rows, ({ paise }) => paise))}</span>
          </h3>
          <ul className="border-t border-line">
            {rows.map(({ key, paise, title, text, next }) => (
              <li
                key={key}
                className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-2 text-small"
              >
                <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
                  <b className="block font-semibold">{title}</b>
                  {text && <span className="text-ink-2">{text}</span>}
                </p>
                <p className="ms-auto text-end">
                  <span className="block num money">{formatINR(paise)}</span>
                  {next && <span className="text-ink-2">{next}</span>}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
