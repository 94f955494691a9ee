import type { Metadata } from 'next';
import { InfoPage, InfoSection } from '@/components/platform/site/info-page';
import { formatCount } from '@/lib/platform/format-count';
import { getTranslations } from '@/lib/platform/i18n/server';
import { pageMetadata } from '@/lib/platform/site/metadata';
import { readOpenData } from '@/lib/open-data/queries';
import { totalTexts } from '@/lib/published/progress-texts';

/** The numbers are of now. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('sitePages.openData');
  return pageMetadata({ path: '/open-data', title: t('title'), text: 'openData' });
}

/** /open-data: four figures for the press, and the data behind them as JSON and CSV. */
export default async function OpenDataPage() {
  const [t, progress] = [await getTranslations('sitePages.openData'), await getTranslations('adoptionPage.progress')];
  const { offered, total } = await readOpenData();
  const told = (name: 'enrolled' | 'completed') => {
    const texts = totalTexts(progress, { ...total, due: 0, outside: 0 }, [name]);
    return texts.length === 0 ? t('notReported') : texts.join(' ');
  };
  const figures = [
    [t('offered'), formatCount(offered)],
    [t('adopted'), formatCount(total.seats)],
    [t('enrolled'), told('enrolled')],
    [t('completed'), told('completed')],
  ] as const;
  const unknown = total.due + total.outside;
  return (
    <InfoPage title={t('title')} lead={t('lead')}>
      <dl className="grid border-t border-ink">
        {figures.map(([label, value]) => (
          <div
            key={label}
            className="grid gap-x-4 border-b border-line py-3 sm:grid-cols-[14rem_1fr] sm:items-baseline"
          >
            <dt className="text-small text-ink-2">{label}</dt>
            <dd className="text-body font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {unknown > 0 && <p className="text-small text-ink-2">{t('unknown', { seats: unknown })}</p>}
      <InfoSection title={t('files')}>
        <p>{t('filesText')}</p>
        <p className="flex flex-wrap gap-x-6">
          {(['/api/open-data', '/api/open-data/csv'] as const).map((path) => (
            <a
              key={path}
              href={path}
              className="inline-flex min-h-tap items-center font-semibold text-link underline underline-offset-4"
            >
              {path === '/api/open-data' ? 'JSON' : 'CSV'}
            </a>
          ))}
        </p>
      </InfoSection>
    </InfoPage>
  );
}
