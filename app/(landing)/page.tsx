import type { Metadata } from 'next';
import { Closing } from '@/components/landing/closing';
import { CourseRows } from '@/components/landing/course-rows';
import { Hero } from '@/components/landing/hero';
import { SiteData } from '@/components/landing/site-data';
import { Steps } from '@/components/landing/steps';
import { Team } from '@/components/landing/team';
import { SitePage } from '@/components/site/page';
import { getTranslations } from '@/lib/i18n/server';
import { landingNumbers } from '@/lib/landing/queries';
import { pageMetadata } from '@/lib/site/metadata';

/** Rendered on each request: seat counts must be current. */
export const dynamic = 'force-dynamic';
export async function generateMetadata(): Promise<Metadata> {
  return pageMetadata({ path: '/', title: (await getTranslations('landing'))('title'), text: 'landing' });
}

/** The landing page: hero, courses, steps, call to action, team, footer. */
export default async function Landing() {
  const numbers = await landingNumbers();
  return (
    <SitePage cloth>
      <Hero numbers={numbers} />
      <CourseRows numbers={numbers} />
      <Steps />
      <Closing />
      <Team />
      <SiteData />
    </SitePage>
  );
}
