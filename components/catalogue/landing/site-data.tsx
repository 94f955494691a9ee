import { StructuredData } from '@/components/platform/site/structured-data';
import { LOCALES } from '@/lib/platform/i18n/locale';
import { getTranslations } from '@/lib/platform/i18n/server';
import { absoluteUrl } from '@/lib/platform/site/metadata';
import { siteData } from '@/lib/catalogue/structured-data';

/** Structured data of the site and its operator. */
export async function SiteData() {
  const common = await getTranslations('common');
  const meta = await getTranslations('meta');
  return <StructuredData things={siteData(absoluteUrl('/'), common('productName'), meta('landing'), LOCALES)} />;
}
