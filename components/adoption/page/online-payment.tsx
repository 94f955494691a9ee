import type { AdoptionDetail } from '@/lib/adoption/read/detail-rules';
import { formatINR } from '@/lib/platform/money';
import { errorText } from '@/lib/platform/i18n/errors';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { paymentProvider } from '@/lib/money/provider';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { BegunPayment } from '@/components/checkout/payment/begun-payment';
import { PayOnline } from '@/components/checkout/payment/pay-online';
import { TransferButton } from '@/components/checkout/payment/transfer-button';
import { Fold } from './fold';
import { Section } from './section';

type OnlinePaymentProps = {
  adoption: AdoptionDetail;
  mayPay: boolean;
  /** Whether held seats can be paid for by bank transfer instead. */
  mayTransfer: boolean;
  bearer: Bearer;
  /** Whether another way to pay comes first. */
  isFolded: boolean;
};

/** The online payment of an adoption: one that was begun, or the way to begin one; and bank transfer for held seats. */
export async function OnlinePayment({ adoption, mayPay, mayTransfer, bearer, isFolded }: OnlinePaymentProps) {
  const t = await getTranslations('adoptionPage.online');
  const { id, openPayment, isPayableOnline, secondsLeft } = adoption;
  const status = await getTranslations('adoptionHistory.status');
  const methods = await getTranslations('dashboardPayment.method');
  const testMode = <p className="text-small text-ink-2">{methods('test')}</p>;
  if (openPayment) {
    const { method, isTest, isAtBank, isInTime } = openPayment;
    const canContinue = isInTime && mayPay;
    return (
      <Section title={isInTime ? status(isAtBank ? 'confirming' : 'begun') : t('openAfterEnd')}>
        {isTest && canContinue && testMode}
        {!isInTime && <p>{t('afterEnd')}</p>}
        <BegunPayment billingId={id} method={method} isAtBank={isAtBank} canContinue={canContinue} bearer={bearer} />
      </Section>
    );
  }
  const transfer = await getTranslations('adoptionPage.transfer');
  return (
    <>
      {mayPay && isPayableOnline && <NewPayment adoption={adoption} bearer={bearer} isFolded={isFolded} />}
      {mayTransfer && secondsLeft !== null && (
        <Section title={transfer('choose')}>
          <TransferButton billingId={id} />
        </Section>
      )}
    </>
  );
}

type NewPaymentProps = Pick<OnlinePaymentProps, 'adoption' | 'bearer' | 'isFolded'>;

async function NewPayment({ adoption, bearer, isFolded }: NewPaymentProps) {
  const provider = paymentProvider();
  if (!provider) return null;
  const t = await getTranslations('adoptionPage.online');
  const methods = await getTranslations('dashboardPayment.method');
  const { maxPaise } = provider;
  const { id, totalPaise, outstandingPaise, dueNextPaise } = adoption;
  // Of a pledge what is missing; a hold owes nothing yet.
  const duePaise = outstandingPaise || totalPaise;
  const Part = isFolded ? Fold : Section;
  return (
    <Part id="online" title={t('title')}>
      {maxPaise !== null && duePaise > maxPaise ? (
        <p>{errorText('payment.too_large', { max: formatINR(maxPaise) }, await getLocale())}</p>
      ) : (
        <>
          <p className="text-small">{t('text', { amount: formatINR(duePaise) })}</p>
          {outstandingPaise > dueNextPaise && <p className="text-small">{t('all')}</p>}
          {provider.isTest && <p className="text-small text-ink-2">{methods('test')}</p>}
          <PayOnline
            billingId={id}
            title={t('title')}
            labels={{ card: methods('card'), upi: methods('upi'), netbanking: methods('netbanking') }}
            bearer={bearer}
          />
        </>
      )}
    </Part>
  );
}
