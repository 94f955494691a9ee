import type { AdminAdoption } from '@/lib/admin/adoptions/queries';
import { formatINR } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';
import { EntriesSection } from './entries-section';
import { nameOf, timeOf } from './texts';

/** The online payments with provider, method and transaction. */
export function PaymentsSection({ payments }: Pick<AdminAdoption, 'payments'>) {
  const t = getTranslator('en', 'adminAdoption.payments');
  return (
    <EntriesSection
      id="payments"
      title={t('title')}
      none={t('none')}
      columns={[
        t('started'),
        t('provider'),
        t('method'),
        t('transaction'),
        { figure: t('amount') },
        t('state'),
        t('settled'),
      ]}
    >
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
    </EntriesSection>
  );
}
