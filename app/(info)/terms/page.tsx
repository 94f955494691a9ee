import type { Metadata } from 'next';
import { Offer } from '@/components/checkout/offer';
import { InfoPage, InfoSection } from '@/components/platform/site/info-page';
import { env } from '@/lib/platform/env';
import { HOLD_SECONDS } from '@/lib/adoption/core/hold-rules';
import { getTranslations } from '@/lib/platform/i18n/server';
import { readSettings } from '@/lib/settings/queries';
import { pageMetadata } from '@/lib/platform/site/metadata';

/** The terms of pledges and transfers are settings of the administrators. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('sitePages.terms');
  return pageMetadata({ path: '/terms', title: t('title'), text: 'terms' });
}

/** /terms: what an adoption binds to, with the periods that the code and the settings apply. */
export default async function TermsPage() {
  const t = await getTranslations('sitePages.terms');
  const { pledgeDays, transferDays } = await readSettings('terms');
  return (
    <InfoPage title={t('title')} lead={t('lead')}>
      {(['seat', 'code'] as const).map((section) => (
        <InfoSection key={section} title={t(`${section}.title`)}>
          <p>{t(`${section}.text`)}</p>
        </InfoSection>
      ))}
      <InfoSection title={t('cart.title')}>
        <p>
          {t('cart.text')} {pledgeDays !== null && <span>{t('cart.term', { days: pledgeDays })}</span>}
        </p>
      </InfoSection>
      <InfoSection title={t('dashboard.title')}>
        <p>{t('dashboard.text', { minutes: HOLD_SECONDS / 60, days: transferDays })}</p>
      </InfoSection>
      {env().PAYMENT_PROVIDER === 'sandbox' && (
        <InfoSection title={t('test.title')}>
          <p>{t('test.text')}</p>
        </InfoSection>
      )}
      {(['paper', 'change'] as const).map((section) => (
        <InfoSection key={section} title={t(`${section}.title`)}>
          <p>{t(`${section}.text`)}</p>
        </InfoSection>
      ))}
      <Offer />
    </InfoPage>
  );
}
