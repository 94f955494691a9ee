import type { AdminAdoption, AdoptionPayment } from '@/lib/admin/adoptions/queries';
import { formatINR } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';
import { ActButton } from './act-button';
import { EntriesSection } from './entries-section';
import { nameOf, timeOf } from './texts';

const t = getTranslator('en', 'adminAdoption.payments');

/** The online payments with provider, method and transaction. Money that is owed back goes back by the gateway. */
export function PaymentsSection({ adoption: { payments, refundablePaise } }: { adoption: AdminAdoption }) {
  const canRefund = ({ refundablePaise: left }: AdoptionPayment) => refundablePaise > 0 && left > 0;
  const hasActions = payments.some(canRefund);
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
        { figure: t('fee') },
        t('state'),
        t('failure'),
        t('settled'),
      ]}
      buttons={hasActions ? t('actions') : undefined}
    >
      {payments.map((payment) => {
        const { id, startedMs, provider, transactionId, amountPaise, feePaise, status, failureReason, settledMs } =
          payment;
        const about = t('about', { amount: formatINR(amountPaise), transaction: transactionId ?? '' });
        return (
          <tr key={id}>
            <th scope="row" className="font-normal tabular-nums">
              {timeOf(startedMs)}
            </th>
            <td>{provider}</td>
            <td>{methodOf(payment)}</td>
            <td className="tabular-nums">{transactionId}</td>
            <td className="figure">{formatINR(amountPaise)}</td>
            <td className="figure">{feePaise !== null && formatINR(feePaise)}</td>
            <td>{t(`status.${status}`)}</td>
            <td>{failureReason}</td>
            <td className="tabular-nums">{settledMs !== null && timeOf(settledMs)}</td>
            {hasActions && (
              <td className="actions">
                {canRefund(payment) && <ActButton inRow act={{ form: 'refund_online', id, about }} />}
              </td>
            )}
          </tr>
        );
      })}
    </EntriesSection>
  );
}

/** The method really used; where it is another than the chosen one, both. */
function methodOf({ method, methodUsed }: AdoptionPayment): string {
  const chosen = nameOf('payments.methods', method);
  return methodUsed === null || methodUsed === method
    ? chosen
    : t('used', { method: nameOf('payments.methods', methodUsed), chosen });
}
