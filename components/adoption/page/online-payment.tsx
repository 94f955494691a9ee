import type { AdoptionDetail } from '@/lib/adoption/detail-rules';
import { formatINR } from '@/lib/platform/money';
import { errorText } from '@/lib/platform/i18n/errors';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { paymentProvider } from '@/lib/money/provider';
import type { Bearer } from '@/components/checkout/payment/adoption-api';
import { Confirming } from './confirming';
import { PayOnline } from './pay-online';
import { Section } from './section';

type OnlinePaymentProps = { adoption: AdoptionDetail; mayPay: boolean; bearer: Bearer };

/** The online payment of an adoption: one that is being confirmed, or the way to begin one. */
export async function OnlinePayment({ adoption, mayPay, bearer }: OnlinePaymentProps) {
  const t = await getTranslations('adoptionPage.online');
  const { id, totalPaise, openPayment, isPayableOnline } = adoption;
  const methods = await getTranslations('dashboardPayment.method');
  const testMode = <p className="text-small text-ink-2">{methods('test')}</p>;
  if (openPayment) {
    const { method, isTest } = openPayment;
    const canContinue = openPayment.canContinue && mayPay;
    return (
      <Section title={t(openPayment.canContinue ? 'begun' : 'confirming')}>
        {isTest && canContinue && testMode}
        <Confirming billingId={id} method={method} canContinue={canContinue} bearer={bearer} />
      </Section>
    );
  }
  const provider = paymentProvider();
  if (!provider || !isPayableOnline || !mayPay) return null;
  const { maxPaise } = provider;
  return (
    <Section title={t('title')}>
      {maxPaise !== null && totalPaise > maxPaise ? (
        <p>{errorText('payment.too_large', { max: formatINR(maxPaise) }, await getLocale())}</p>
      ) : (
        <>
          <p>{t('text', { amount: formatINR(totalPaise) })}</p>
          {provider.isTest && testMode}
          <PayOnline
            billingId={id}
            title={t('title')}
            labels={{ card: methods('card'), upi: methods('upi'), netbanking: methods('netbanking') }}
            bearer={bearer}
          />
        </>
      )}
    </Section>
  );
}
