import type { Metadata } from 'next';
import { Closing } from '@/components/catalogue/landing/closing';
import { CourseRows } from '@/components/catalogue/landing/course-rows';
import { Hero } from '@/components/catalogue/landing/hero';
import { SiteData } from '@/components/catalogue/landing/site-data';
import { Steps } from '@/components/catalogue/landing/steps';
import { Team } from '@/components/catalogue/landing/team';
import { SitePage } from '@/components/platform/site/page';
import { COURSE_TYPES } from '@/db/schema/enums';
import { listedTypes } from '@/lib/catalogue/localized-names';
import { getLocale, getTranslations } from '@/lib/platform/i18n/server';
import { landingNumbers } from '@/lib/catalogue/landing-queries';
import { pageMetadata } from '@/lib/platform/site/metadata';
import { countStudents } from '@/lib/register/total-queries';

/** Rendered on each request: seat counts must be current. */
export const dynamic = 'force-dynamic';
export async function generateMetadata(): Promise<Metadata> {
  const title = (await getTranslations('landing'))('title');
  const types = listedTypes(await getLocale(), COURSE_TYPES);
  return pageMetadata({ path: '/', title, text: 'landing', values: { types } });
}

/** The landing page: hero, courses, steps, call to action, team, footer. */
export default async function Landing() {
  const [numbers, students] = await Promise.all([landingNumbers(), countStudents()]);
  return (
    <SitePage cloth>
      <Hero numbers={numbers} students={students} />
      <CourseRows numbers={numbers} />
      <Steps />
      <Closing />
      <Team />
      <SiteData />
    </SitePage>
  );
}
