import { getTranslations } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';
import { leftOf, sumUse } from '@/lib/documents/paper-rules';
import { sumOf } from '@/lib/funds/rules';
import type { YearEnd } from '@/lib/year-end/queries';

/** What of a year was pledged, received and used, and what is not used or not stated on its last day, or yet. */
export async function Figures({ lines, isOver }: Pick<YearEnd, 'lines' | 'isOver'>) {
  const t = await getTranslations('yearEnd');
  const sums = sumUse(lines);
  const pledgedPaise = sumOf(lines, (line) => line.pledgedPaise);
  const figures = [
    ['pledged', pledgedPaise, null],
    ...(sums.openingPaise > 0 ? [['opening', sums.openingPaise, null] as const] : []),
    [
      'received',
      sums.receivedPaise,
      sums.returnedPaise > 0 ? t('returned', { amount: formatINR(sums.returnedPaise) }) : null,
    ],
    ['used', sums.usedPaise, null],
    ['left', leftOf(sums), null],
    ...(sums.unstatedPaise > 0 ? [['unstated', sums.unstatedPaise, null] as const] : []),
  ] as const;
  return (
    <dl className="grid gap-x-6 rounded-2 border border-t-4 border-line border-t-marigold bg-surface px-4 sm:grid-cols-2 lg:auto-cols-auto lg:grid-flow-col lg:grid-cols-none lg:justify-between">
      {figures.map(([name, paise, note]) => (
        <div
          key={name}
          className="flex items-baseline justify-between gap-x-4 border-b border-line py-2.5 last:border-b-0 lg:block lg:border-b-0"
        >
          <dt className="text-small text-ink-2">{t(`figure.${name}`, { over: String(isOver) })}</dt>
          <dd className="text-end lg:text-start">
            <span className="num text-lead money">{formatINR(paise)}</span>
            {note && <span className="block text-cap text-ink-2">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
