import { StatusTag } from '@/components/platform/ui/status-tag';
import type { ShownPayment, ShownRefund } from '@/lib/adoption/read/detail-rules';
import { formatDate } from '@/lib/platform/dates';
import { formatINR } from '@/lib/platform/money';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';

const METHODS = ['card', 'upi', 'netbanking', 'wallet', 'emi', 'paylater', 'bank_transfer'] as const;

const TAGS = {
  due: ['Hourglass', 'warn'],
  pending: ['Hourglass', 'warn'],
  processed: ['CircleCheck', 'ok'],
  settled: ['CircleCheck', 'ok'],
  failed: ['Ban', 'error'],
} as const;

/** The online payments of an adoption: how each was made, why one failed, and what goes back and when. */
export function OnlinePayments({ payments }: { payments: readonly ShownPayment[] }) {
  return (
    <ul className="grid w-full gap-4">
      {payments.map((payment, index) => (
        <li key={index} className="grid gap-3 rounded-2 border border-line bg-surface p-4">
          <Payment payment={payment} />
          {payment.refunds.map((refund, number) => (
            <Refund key={number} refund={refund} />
          ))}
        </li>
      ))}
    </ul>
  );
}

async function Payment({
  payment: { isPaid, method, transactionId, at, failure, ...amount },
}: {
  payment: ShownPayment;
}) {
  const t = await getTranslations('adoptionPage.onlinePayments');
  const locale = await getLocale();
  const knownMethod = METHODS.find((each) => each === method);
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="num text-lead money">{moneyOf(amount)}</p>
        <p className="text-small text-ink-2">
          {[knownMethod && t(`methods.${knownMethod}`), at && formatDate(at, locale)].filter(Boolean).join(', ')}
        </p>
      </div>
      {isPaid && transactionId && <Reference label={t('transaction')} value={transactionId} />}
      {failure && (
        <p>
          {t(`failures.${failure}`)} {t('notCharged')}
        </p>
      )}
    </div>
  );
}

async function Refund({ refund: { reason, state, reference, processedAt, ...amount } }: { refund: ShownRefund }) {
  const t = await getTranslations('adoptionPage.onlinePayments');
  const locale = await getLocale();
  const [icon, tone] = TAGS[state];
  return (
    <div className="grid gap-1 border-t border-line pt-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p>{t('refund', { amount: moneyOf(amount) })}</p>
        <StatusTag icon={icon} tone={tone} small>
          {t(`states.${state}`)}
        </StatusTag>
      </div>
      <p className="text-small text-ink-2">{t(`reasons.${reason}`)}</p>
      <p className="text-small">{t(`next.${state}`, { date: processedAt ? formatDate(processedAt, locale) : '' })}</p>
      {reference && <Reference label={t('reference')} value={reference} />}
    </div>
  );
}

const Reference = ({ label, value }: { label: string; value: string }) => (
  <p className="text-small text-ink-2">
    {label} <span className="num break-all">{value}</span>
  </p>
);

/** Money in another currency is paid back in it. */
const moneyOf = ({ amountPaise, currency }: { amountPaise: number; currency: string }) =>
  currency === 'INR' ? formatINR(amountPaise) : `${(amountPaise / 100).toFixed(2)} ${currency}`;
