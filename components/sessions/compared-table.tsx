import { DataTable } from '@/components/platform/ui/data-table';
import { averagePaise } from '@/lib/sessions/rules';
import type { Compared } from '@/lib/sessions/schema';
import { formatCount } from '@/lib/platform/format-count';
import { getTranslator } from '@/lib/platform/i18n/server';
import { formatINR } from '@/lib/platform/money';

const t = getTranslator('en', 'sessions.compare');

type ComparedTableProps = {
  /** The hidden caption of the table, and its id. */
  caption: string;
  id: string;
  rows: readonly Compared[];
  /** The sum of all rows. */
  total: Compared;
  /** The session before; null if there is none. */
  last: string | null;
};

/** Offers, seats and prices of a session that may open, beside those of the last one. */
export function ComparedTable({ caption, id, rows, total, last }: ComparedTableProps) {
  const count = (name: 'offers' | 'seats', when: 'now' | 'before') => ({
    title: when === 'now' ? t(name) : t(`${name}Before`, { last: last ?? '' }),
    as: 'figure' as const,
    cell: (row: Compared) => formatCount(row[when]?.[name] ?? 0),
  });
  return (
    <DataTable
      labelledBy={id}
      caption={caption}
      rows={[...rows, total]}
      rowKey={({ name }) => name}
      columns={[
        { title: t('name'), as: 'name', cell: (row) => (row === total ? <strong>{row.name}</strong> : row.name) },
        count('offers', 'now'),
        last !== null && count('offers', 'before'),
        count('seats', 'now'),
        last !== null && count('seats', 'before'),
        last !== null && {
          title: t('difference'),
          as: 'figure',
          cell: ({ now, before }) => signed((now?.seats ?? 0) - (before?.seats ?? 0)),
        },
        { title: t('prices'), as: 'figure', cell: priceRange },
        { title: t('average'), as: 'figure', cell: ({ now }) => price(averagePaise(now)) },
        last !== null && {
          title: t('averageBefore', { last }),
          as: 'figure',
          cell: ({ before }) => price(averagePaise(before)),
        },
      ]}
    />
  );
}

/** A difference with its sign. */
const signed = (difference: number): string =>
  difference === 0 ? '0' : `${difference > 0 ? '+' : '−'}${formatCount(Math.abs(difference))}`;

const price = (paise: number | null): string => (paise === null ? t('none') : formatINR(paise));

function priceRange({ now }: Compared): string {
  if (!now) return t('none');
  const { minPaise, maxPaise } = now;
  return minPaise === maxPaise ? formatINR(minPaise) : `${formatINR(minPaise)} – ${formatINR(maxPaise)}`;
}
