import { StatusTag } from '@/components/ui/status-tag';
import type { OnlineRefund } from '@/lib/admin/adoptions/queries';
import { formatINR } from '@/lib/core/money';
import { getTranslator } from '@/lib/i18n/server';
import { ActButton } from './act-button';
import { EntriesSection } from './entries-section';
import { nameOf, timeOf } from './texts';

const t = getTranslator('en', 'adminAdoption.onlineRefunds');

const LOOKS = {
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
  const hasActions = refunds.some(canSettle);
  return (
    <EntriesSection
      id="online-refunds"
      title={t('title')}
      none=""
      columns={[
        t('due'),
        t('reason'),
        { figure: t('amount') },
        t('state'),
        t('reference'),
        t('bankReference'),
        t('failure'),
        t('processed'),
      ]}
      buttons={hasActions ? t('actions') : undefined}
    >
      {refunds.map((refund) => {
        const [icon, tone] = LOOKS[refund.state];
        return (
          <tr key={refund.id}>
            <th scope="row" className="font-normal tabular-nums">
              {timeOf(refund.dueMs)}
            </th>
            <td>{nameOf('onlineRefunds.reasons', refund.reason)}</td>
            <td className="figure">{amountOf(refund)}</td>
            <td>
              <StatusTag icon={icon} tone={tone} small>
                {t(`states.${refund.state}`)}
              </StatusTag>
            </td>
            <td className="tabular-nums">{refund.refundRef}</td>
            <td className="tabular-nums">{refund.bankReference}</td>
            <td>{refund.failureReason?.replaceAll('_', ' ')}</td>
            <td className="tabular-nums">{refund.processedMs !== null && timeOf(refund.processedMs)}</td>
            {hasActions && (
              <td className="actions">
                {canSettle(refund) && (
                  <ActButton
                    inRow
                    act={{
                      form: 'settle_online_refund',
                      id: refund.id,
                      about: t('about', { amount: amountOf(refund) }),
                    }}
                  />
                )}
              </td>
            )}
          </tr>
        );
      })}
    </EntriesSection>
  );
}

/** Money in another currency is paid back in it; its amount is in hundredths, too. */
const amountOf = ({ amountPaise, currency }: OnlineRefund) =>
  currency === 'INR' ? formatINR(amountPaise) : t('foreign', { amount: (amountPaise / 100).toFixed(2), currency });
