import { AdminSection } from '@/components/admin/section';
import { TableRegion } from '@/components/admin/table-region';
import type { AdminAdoption } from '@/lib/admin/adoptions/queries';
import { formatINR } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';
import { nameOf, timeOf } from './texts';

/** The online payments with provider, method and transaction. */
export function PaymentsSection({ payments }: Pick<AdminAdoption, 'payments'>) {
  const t = getTranslator('en', 'adminAdoption.payments');
  return (
    <AdminSection id="payments" title={t('title')}>
      {payments.length === 0 ? (
        <p className="text-small text-ink-2">{t('none')}</p>
      ) : (
        <TableRegion labelledBy="payments">
          <thead>
            <tr>
              {(['started', 'provider', 'method', 'transaction', 'amount', 'state', 'settled'] as const).map(
                (column) => (
                  <th key={column} scope="col" className={column === 'amount' ? 'figure' : undefined}>
                    {t(column)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {payments.map(({ id, startedMs, provider, method, transactionId, amountPaise, status, settledMs }) => (
              <tr key={id}>
                <th scope="row" className="font-normal tabular-nums">
                  {timeOf(startedMs)}
                </th>
                <td>{provider}</td>
                <td>{nameOf('payments.methods', method)}</td>
                <td className="tabular-nums">{transactionId}</td>
                <td className="figure">{formatINR(amountPaise)}</td>
                <td>{t(`status.${status}`)}</td>
                <td className="tabular-nums">{settledMs !== null && timeOf(settledMs)}</td>
              </tr>
            ))}
          </tbody>
        </TableRegion>
      )}
    </AdminSection>
  );
}
