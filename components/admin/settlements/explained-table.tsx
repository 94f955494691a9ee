import { AdoptionLink } from '@/components/admin/adoptions/adoption-link';
import { TableRegion } from '@/components/admin/table-region';
import type { ExplainedDifference } from '@/lib/admin/settlements/schema';
import { formatDateTime } from '@/lib/core/dates';
import { formatINR } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';
import { differenceText } from './difference-text';

/** Differences that administrators explained, as long as they exist. */
export function ExplainedTable({ labelledBy, rows }: { labelledBy: string; rows: readonly ExplainedDifference[] }) {
  const t = getTranslator('en', 'attention');
  return (
    <TableRegion labelledBy={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{t('column.reference')}</th>
          <th scope="col">{t('settlements.column.difference')}</th>
          <th scope="col" className="figure">
            {t('column.amount')}
          </th>
          <th scope="col">{t('settlements.column.reason')}</th>
          <th scope="col">{t('settlements.column.by')}</th>
          <th scope="col">{t('column.since')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, kind, reference, entityId, amountPaise, expectedPaise, reason, by, at }) => (
          <tr key={id}>
            <th scope="row" className="font-normal">
              {reference === null ? t('noAdoption') : <AdoptionLink reference={reference} />}
            </th>
            <td className="long">{differenceText({ kind, item: entityId, expectedPaise })}</td>
            <td className="figure">{formatINR(amountPaise)}</td>
            <td className="long">{reason}</td>
            <td>{by ?? '–'}</td>
            <td className="tabular-nums">
              <time dateTime={at.toISOString()}>{formatDateTime(at)}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </TableRegion>
  );
}
