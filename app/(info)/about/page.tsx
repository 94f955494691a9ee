import type { Metadata } from 'next';
import { InfoPage, InfoSection } from '@/components/platform/site/info-page';
import { langOf } from '@/lib/platform/i18n/script';
import { getTranslations } from '@/lib/platform/i18n/server';
import { readSettings } from '@/lib/settings/queries';
import { pageMetadata } from '@/lib/platform/site/metadata';

/** The receiving body is a setting of the administrators. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('sitePages.about');
  return pageMetadata({ path: '/about', title: t('title'), text: 'about' });
}

/** /about: what companies do here, and who receives the money. */
export default async function AboutPage() {
  const t = await getTranslations('sitePages.about');
  const { legalName } = await readSettings('body');
  return (
    <InfoPage title={t('title')} lead={t('lead')}>
      {(['what', 'numbers', 'check'] as const).map((section) => (
        <InfoSection key={section} title={t(`${section}.title`)}>
          <p>{t(`${section}.text`)}</p>
        </InfoSection>
      ))}
      <InfoSection title={t('who.title')}>
        {legalName ? <p lang={langOf(legalName)}>{legalName}</p> : <p>{t('who.none')}</p>}
      </InfoSection>
    </InfoPage>
  );
}
