import type { Metadata } from 'next';
import { LoadFailure } from '@/components/course/load-failure';
import { LoadNotice } from '@/components/course/load-notice';
import { CityMap } from '@/components/map/city-map';
import { getErrorText, getTranslations } from '@/lib/i18n/server';
import { mapCourses } from '@/lib/map/queries';
import { pageMetadata } from '@/lib/site/metadata';

/** Seat numbers are fresh at every request. */
export const dynamic = 'force-dynamic';
export async function generateMetadata(): Promise<Metadata> {
  // The map alone says nothing that the region page does not say better.
  return pageMetadata({
    path: '/select-region',
    title: (await getTranslations('region'))('homeTitle'),
    text: 'region',
  });
}

/** The city map alone (R-HOME-01, A-55). */
export default async function Home() {
  const t = await getTranslations('region');
  const { courses, dropped, problem } = await mapCourses(null);
  return (
    <main id="content" tabIndex={-1} className="relative min-h-112 flex-1 overflow-hidden bg-sunken outline-none">
      <h1 className="sr-only">{t('homeTitle')}</h1>
      {problem === 'course.load_failed' ? (
        <LoadFailure message={await getErrorText(problem)} />
      ) : (
        <>
          <CityMap courses={courses} />
          <LoadNotice problem={problem} dropped={dropped} />
        </>
      )}
    </main>
  );
}
