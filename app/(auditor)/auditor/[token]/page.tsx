import type { Metadata } from 'next';
import { Section } from '@/components/adoption/page/section';
import { Note } from '@/components/platform/ui/note';
import { NoScript } from '@/components/platform/site/no-script';
import { SitePage } from '@/components/platform/site/page';
import { Figures } from '@/components/year-end/figures';
import { HoldingBack } from '@/components/year-end/holding-back';
import { UseButtons } from '@/components/year-end/use-buttons';
import { formatDate } from '@/lib/platform/dates';
import { countCostlyPage } from '@/lib/platform/site/costly-pages';
import { getErrorText, getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { readSegment } from '@/lib/platform/site/segment';
import { openAuditorLink } from '@/lib/year-end/auditor-links';
import { companyOfYear, givenUse, readYear } from '@/lib/year-end/queries';

/** Rendered on each request: every view is noted. */
export const dynamic = 'force-dynamic';

/** The address is a secret: next.config.mjs keeps it from caches, search engines and the Referer header. */
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('yearEnd'))('title'), robots: { index: false, follow: false } };
}

type AuditorProps = { params: Promise<{ token: string }> };

/** /auditor/{token}: a financial year of a company, read-only, for whoever has the link. */
export default async function AuditorPage({ params }: AuditorProps) {
  const token = readSegment((await params).token) ?? '';
  const [t, locale] = [await getTranslations('yearEnd'), await getLocale()];
  const time = await countCostlyPage(locale);
  if (time) return <Refused title={t('title')} text={await getErrorText('request.too_many', { time })} />;
  const link = await openAuditorLink(token, 'page');
  if (!link.ok) return <Refused title={t('auditor.gone')} text={t('auditor.goneText')} />;
  const { subject, year, expiresAt } = link;
  const [yearEnd, company] = await Promise.all([readYear(subject, year), companyOfYear(subject)]);
  return (
    <SitePage className="wrap grid max-w-288 grid-cols-[minmax(0,1fr)] content-start gap-5 py-8">
      <NoScript />
      <h1>{t('auditor.page', { year, company })}</h1>
      <p className="text-ink-2">{t('auditor.pageText', { date: formatDate(expiresAt, locale) })}</p>
      <Figures {...yearEnd} />
      {givenUse(yearEnd) && (
        <Section title={t('paper.title')}>
          <UseButtons year={year} reader={{ as: 'auditor', token }} />
        </Section>
      )}
      <Section title={t('hold.title')}>
        <HoldingBack yearEnd={yearEnd} reader="auditor" />
      </Section>
    </SitePage>
  );
}

function Refused({ title, text }: { title: string; text: string }) {
  return (
    <SitePage className="wrap grid max-w-2xl content-start gap-5 py-8">
      <h1>{title}</h1>
      <Note kind="warn">{text}</Note>
    </SitePage>
  );
}
