import type { Metadata } from 'next';
import { LoadFailure } from '@/components/catalogue/course/load-failure';
import { LoadNotice } from '@/components/catalogue/course/load-notice';
import { CityMap } from '@/components/map/city-map';
import { DistrictDrawing } from '@/components/map/district-drawing';
import { getErrorText, getTranslations } from '@/lib/platform/i18n/server';
import { mapCities } from '@/lib/map/queries';
import { pageMetadata } from '@/lib/platform/site/metadata';

/** Rendered on each request: seat counts must be current. */
export const dynamic = 'force-dynamic';
export async function generateMetadata(): Promise<Metadata> {
  // Not indexed: the region page has the same content and more.
  return pageMetadata({
    path: '/select-region',
    title: (await getTranslations('region'))('homeTitle'),
    text: 'region',
  });
}

/** /home: the city map on its own. */
export default async function Home() {
  const t = await getTranslations('region');
  const { cities, problem } = await mapCities();
  return (
    <main id="content" tabIndex={-1} className="relative min-h-112 flex-1 overflow-hidden bg-sunken outline-none">
      <h1 className="sr-only">{t('homeTitle')}</h1>
      {problem === 'course.load_failed' ? (
        <LoadFailure message={await getErrorText(problem)} />
      ) : (
        <>
          <CityMap
            cities={cities}
            drawing={<DistrictDrawing cities={cities} courseType={null} base="/course-list" />}
          />
          <LoadNotice problem={problem} />
        </>
      )}
    </main>
  );
}
