import { AdminSection } from '@/components/admin/section';
import { DataTable } from '@/components/platform/ui/data-table';
import { StatusTag } from '@/components/platform/ui/status-tag';
import type { OnlineRefund } from '@/lib/admin/adoptions/queries';
import { formatINR } from '@/lib/platform/money';
import { getTranslator } from '@/lib/platform/i18n/server';
import { ActionFormButton } from './action-form-button';
import { nameOf, timeOf } from './texts';

const t = getTranslator('en', 'adminAdoption.onlineRefunds');

const TAGS = {
  due: ['Hourglass', 'warn'],
  pending: ['Hourglass', 'warn'],
  processed: ['CircleCheck', 'ok'],
  failed: ['Ban', 'error'],
  settled: ['CircleCheck', 'ok'],
} as const;

/** Money that goes back through the gateway which took it. */
export function OnlineRefundsSection({ refunds, canAct }: { refunds: readonly OnlineRefund[]; canAct: boolean }) {
  // Money that counted as received is paid back by a recorded refund instead.
  const canSettle = ({ state, isExact }: OnlineRefund) => canAct && state === 'failed' && !isExact;
  return (
    <AdminSection id="online-refunds" title={t('title')}>
      <DataTable
        labelledBy="online-refunds"
        rows={refunds}
        rowKey={({ id }) => id}
        columns={[
          { title: t('due'), as: 'digits', cell: ({ dueMs }) => timeOf(dueMs) },
          { title: t('reason'), cell: ({ reason }) => nameOf('onlineRefunds.reasons', reason) },
          { title: t('amount'), as: 'figure', cell: amountOf },
          { title: t('state'), cell: ({ state }) => <State state={state} /> },
          { title: t('reference'), as: 'digits', cell: ({ refundRef }) => refundRef },
          { title: t('bankReference'), as: 'digits', cell: ({ bankReference }) => bankReference },
          { title: t('failure'), cell: ({ failureReason }) => failureReason?.replaceAll('_', ' ') },
          {
            title: t('processed'),
            as: 'digits',
            cell: ({ processedMs }) => processedMs !== null && timeOf(processedMs),
          },
          refunds.some(canSettle) && {
            title: t('actions'),
            as: 'actions',
            cell: (refund) => canSettle(refund) && <Settle refund={refund} />,
          },
        ]}
      />
    </AdminSection>
  );
}

function State({ state }: Pick<OnlineRefund, 'state'>) {
  const [icon, tone] = TAGS[state];
  return (
    <StatusTag icon={icon} tone={tone} small>
      {t(`states.${state}`)}
    </StatusTag>
  );
}

function Settle({ refund }: { refund: OnlineRefund }) {
  const about = t('about', { amount: amountOf(refund) });
  return <ActionFormButton inRow action={{ form: 'settle_online_refund', id: refund.id, about }} />;
}

/** Money in another currency is paid back in it; its amount is in hundredths, too. */
const amountOf = ({ amountPaise, currency }: OnlineRefund) =>
  currency === 'INR' ? formatINR(amountPaise) : t('foreign', { amount: (amountPaise / 100).toFixed(2), currency });
