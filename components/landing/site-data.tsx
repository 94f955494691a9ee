import { StructuredData } from '@/components/site/structured-data';
import { LOCALES } from '@/lib/i18n/locale';
import { getTranslations } from '@/lib/i18n/server';
import { absoluteUrl } from '@/lib/site/metadata';
import { siteData } from '@/lib/site/structured';

/** Structured data of the site and its operator. */
export async function SiteData() {
  const common = await getTranslations('common');
  const meta = await getTranslations('meta');
  return <StructuredData things={siteData(absoluteUrl('/'), common('productName'), meta('landing'), LOCALES)} />;
}
