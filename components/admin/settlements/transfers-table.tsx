import { TableRegion } from '@/components/admin/table-region';
import type { Settlement } from '@/lib/admin/settlements/schema';
import { formatDateTime } from '@/lib/core/dates';
import { formatCount } from '@/lib/core/format-count';
import { formatINR } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';

/** The transfers of gateways to the bank, to be compared with its statement by UTR and amount. */
export function TransfersTable({ labelledBy, rows }: { labelledBy: string; rows: readonly Settlement[] }) {
  const t = getTranslator('en', 'attention.settlements.column');
  return (
    <TableRegion labelledBy={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{t('utr')}</th>
          <th scope="col">{t('id')}</th>
          <th scope="col">{t('at')}</th>
          <th scope="col" className="figure">
            {t('items')}
          </th>
          <th scope="col" className="figure">
            {t('net')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, utr, at, items, netPaise }) => (
          <tr key={id}>
            <th scope="row" className="font-normal whitespace-nowrap tabular-nums">
              {utr ?? '–'}
            </th>
            <td>{id}</td>
            <td className="tabular-nums">
              <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
            </td>
            <td className="figure">{formatCount(items)}</td>
            <td className="figure">{formatINR(netPaise)}</td>
          </tr>
        ))}
      </tbody>
    </TableRegion>
  );
}
