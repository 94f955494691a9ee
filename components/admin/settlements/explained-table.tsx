import { adoptionHref } from '@/components/admin/adoptions/adoption-link';
import { DataTable } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import type { ExplainedDifference } from '@/lib/money/payouts/queries';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { Moment } from '@/components/admin/moment';
import { differenceText } from './difference-text';

/** Differences that administrators explained, as long as they exist. */
export function ExplainedTable({ labelledBy, rows }: { labelledBy: string; rows: readonly ExplainedDifference[] }) {
  const t = getTranslator('en', 'attention');
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          title: t('column.reference'),
          as: 'digits',
          cell: ({ reference }) =>
            reference === null ? t('noAdoption') : <Link href={adoptionHref(reference)}>{reference}</Link>,
        },
        {
          title: t('settlements.column.difference'),
          as: 'long',
          cell: ({ kind, entityId, expectedPaise }) => differenceText({ kind, item: entityId, expectedPaise }),
        },
        { title: t('column.amount'), as: 'figure', cell: ({ amountPaise }) => formatINR(amountPaise) },
        { title: t('settlements.column.reason'), as: 'long', cell: ({ reason }) => reason },
        { title: t('settlements.column.by'), cell: ({ by }) => by ?? '–' },
        { title: t('column.since'), as: 'digits', cell: ({ at }) => <Moment at={at} /> },
      ]}
    />
  );
}
