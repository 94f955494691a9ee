import { AdminSection } from '@/components/admin/section';
import { DataTable } from '@/components/platform/ui/data-table';
import type { AdminAdoption, AdoptionPayment } from '@/lib/admin/adoptions/queries';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { ActionFormButton } from './action-form-button';
import { nameOf, timeOf } from './texts';

const t = getTranslator('en', 'adminAdoption.payments');

/** The online payments with provider, method and transaction. Money that is owed back goes back by the gateway. */
export function PaymentsSection({ adoption: { payments, refundablePaise } }: { adoption: AdminAdoption }) {
  const canRefund = ({ refundablePaise: left }: AdoptionPayment) => refundablePaise > 0 && left > 0;
  return (
    <AdminSection id="payments" title={t('title')}>
      <DataTable
        labelledBy="payments"
        rows={payments}
        rowKey={({ id }) => id}
        none={t('none')}
        columns={[
          { title: t('started'), as: 'digits', cell: ({ startedMs }) => timeOf(startedMs) },
          { title: t('provider'), cell: ({ provider }) => provider },
          { title: t('method'), cell: methodOf },
          { title: t('transaction'), as: 'digits', cell: ({ transactionId }) => transactionId },
          { title: t('amount'), as: 'figure', cell: ({ amountPaise }) => formatINR(amountPaise) },
          { title: t('fee'), as: 'figure', cell: ({ feePaise }) => feePaise !== null && formatINR(feePaise) },
          { title: t('state'), cell: ({ status }) => t(`status.${status}`) },
          { title: t('failure'), cell: ({ failureReason }) => failureReason },
          { title: t('settled'), as: 'digits', cell: ({ settledMs }) => settledMs !== null && timeOf(settledMs) },
          payments.some(canRefund) && {
            title: t('actions'),
            as: 'actions',
            cell: (payment) => canRefund(payment) && <Refund payment={payment} />,
          },
        ]}
      />
    </AdminSection>
  );
}

function Refund({ payment: { id, amountPaise, transactionId } }: { payment: AdoptionPayment }) {
  const about = t('about', { amount: formatINR(amountPaise), transaction: transactionId ?? '' });
  return <ActionFormButton inRow action={{ form: 'refund_online', id, about }} />;
}

/** The method really used; where it is another than the chosen one, both. */
function methodOf({ method, methodUsed }: AdoptionPayment): string {
  const chosen = nameOf('payments.methods', method);
  return methodUsed === null || methodUsed === method
    ? chosen
    : t('used', { method: nameOf('payments.methods', methodUsed), chosen });
}
