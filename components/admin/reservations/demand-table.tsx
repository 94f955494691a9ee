import { DataTable } from '@/components/platform/ui/data-table';
import type { Demand } from '@/lib/admin/reservations/schema';
import { formatCount } from '@/lib/platform/format-count';
import { getTranslator } from '@/lib/platform/i18n/server';

const t = getTranslator('en', 'reservations');

/** The demand by course type and city. */
export function DemandTable({ labelledBy, rows }: { labelledBy: string; rows: readonly Demand[] }) {
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={rows}
      rowKey={({ courseType, city }) => `${courseType} ${city}`}
      columns={[
        { title: t('demand.type'), cell: ({ courseType }) => courseType },
        { title: t('demand.city'), as: 'name', cell: ({ city }) => city },
        { title: t('demand.requests'), as: 'figure', cell: ({ requests }) => formatCount(requests) },
        { title: t('demand.seats'), as: 'figure', cell: ({ seats }) => formatCount(seats) },
      ]}
    />
  );
}
