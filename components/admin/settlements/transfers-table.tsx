import { Moment } from '@/components/admin/moment';
import { DataTable } from '@/components/platform/ui/data-table';
import type { Settlement } from '@/lib/money/payouts/queries';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';

/** The transfers of gateways to the bank, to be compared with its statement by UTR and amount. */
export function TransfersTable({ labelledBy, rows }: { labelledBy: string; rows: readonly Settlement[] }) {
  const t = getTranslator('en', 'attention.settlements.column');
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { title: t('utr'), as: 'digits', className: 'whitespace-nowrap', cell: ({ utr }) => utr ?? '–' },
        { title: t('id'), cell: ({ id }) => id },
        { title: t('at'), as: 'digits', cell: ({ at }) => <Moment at={at} /> },
        { title: t('items'), as: 'figure', cell: ({ items }) => formatCount(items) },
        { title: t('net'), as: 'figure', cell: ({ netPaise }) => formatINR(netPaise) },
      ]}
    />
  );
}
