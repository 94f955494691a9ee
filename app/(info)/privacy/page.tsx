import type { Metadata } from 'next';
import { FormattedText } from '@/components/platform/site/formatted-text';
import { InfoPage, InfoSection } from '@/components/platform/site/info-page';
import { Link } from '@/components/platform/ui/link';
import { formatDate } from '@/lib/platform/dates';
import { langOf } from '@/lib/platform/i18n/script';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { readPrivacyNotice } from '@/lib/operation/privacy/notice';
import { RETENTION_ROWS } from '@/lib/operation/privacy/retention';
import { pageMetadata } from '@/lib/platform/site/metadata';

/** The text is a setting of the administrators. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('sitePages.privacy');
  return pageMetadata({ path: '/privacy', title: t('title'), text: 'privacy' });
}

/** /privacy: the notice that administrators edit, how long data is kept, and whom to ask. */
export default async function PrivacyPage() {
  const t = await getTranslations('sitePages.privacy');
  const locale = await getLocale();
  const { text, contact, version, since } = await readPrivacyNotice(locale);
  return (
    <InfoPage title={t('title')} lead={t('lead')}>
      <p className="text-small text-ink-2">{t('version', { version, date: formatDate(since, locale) })}</p>
      <div lang={langOf(text)} className="grid gap-2">
        <FormattedText>{text}</FormattedText>
      </div>
      <InfoSection title={t('contact.title')}>
        {contact ? (
          <p lang={langOf(contact)} className="wrap-anywhere whitespace-pre-line">
            {contact}
          </p>
        ) : (
          <p>
            {t.rich('contact.text', {
              link: (label) => (
                <Link href="/contact" className="text-link underline">
                  {label}
                </Link>
              ),
            })}
          </p>
        )}
      </InfoSection>
      <InfoSection title={t('table.title')}>
        <p>{t('table.text')}</p>
        <RetentionTable />
      </InfoSection>
    </InfoPage>
  );
}

async function RetentionTable() {
  const t = await getTranslations('sitePages');
  return (
    <table aria-label={t('privacy.table.title')} className="w-full border-collapse text-start text-small">
      <thead>
        <tr className="border-b border-control text-cap text-ink-2">
          <th scope="col" className="w-1/2 py-2 pe-4 text-start font-semibold">
            {t('privacy.table.data')}
          </th>
          <th scope="col" className="py-2 text-start font-semibold">
            {t('privacy.table.kept')}
          </th>
        </tr>
      </thead>
      <tbody>
        {RETENTION_ROWS.map(([data, { values }]) => (
          <tr key={data} className="border-b border-line align-top">
            <th scope="row" className="py-2 pe-4 text-start font-normal wrap-anywhere">
              {t(`retention.${data}.data`)}
            </th>
            <td className="py-2 wrap-anywhere">{t(`retention.${data}.kept`, { ...values })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
