import type { Metadata } from 'next';
import { notFound, permanentRedirect } from 'next/navigation';
import { InstituteView } from '@/components/selection/institute/institute-view';
import { regionSteps } from '@/components/selection/region-data';
import { SitePage } from '@/components/platform/site/page';
import { StructuredData } from '@/components/platform/site/structured-data';
import { institutePath } from '@/lib/catalogue/institute-path';
import { institutePartOf, readInstitute, type InstitutePage } from '@/lib/catalogue/institute-queries';
import { getNames } from '@/lib/catalogue/localized-names';
import { getTranslations } from '@/lib/platform/i18n/server';
import { absoluteUrl, pageMetadata, pathTo } from '@/lib/platform/site/metadata';
import { breadcrumbData, courseListData, instituteData } from '@/lib/catalogue/structured-data';

/** Rendered on each request: seat counts must be current. */
export const dynamic = 'force-dynamic';

type Props = { params: Promise<{ instituteId: string }> };

async function load(params: Props['params']): Promise<InstitutePage> {
  const { instituteId: id } = await params;
  const institute = await readInstitute(id);
  if (institute) return institute;
  const other = await institutePartOf(id);
  return other === null ? notFound() : permanentRedirect(institutePath(other));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { id, city, ...institute } = await load(params);
  const names = await getNames();
  const [name, place] = [names.institute(institute.name, institute.hindi), names.place(city)];
  return pageMetadata({
    path: institutePath(id),
    title: name,
    text: 'institute',
    values: { institute: name, city: place },
  });
}

/** /institute/{instituteId}: an institute with its courses, seats left and contact. */
export default async function InstituteRoute({ params }: Props) {
  const institute = await load(params);
  return (
    <SitePage>
      <InstituteView institute={institute} flow="public" />
      <InstituteStructuredData institute={institute} />
    </SitePage>
  );
}

/** The institute, its courses and the way to it, for search engines. */
async function InstituteStructuredData({ institute }: { institute: InstitutePage }) {
  const { id, city, courses } = institute;
  const [t, list, names] = [await getTranslations('meta'), await getTranslations('list'), await getNames()];
  const url = absoluteUrl(institutePath(id));
  const name = names.institute(institute.name, institute.hindi);
  const steps = [
    ...(await regionSteps(null)),
    { name: list('title', { city: names.place(city) }), url: absoluteUrl(pathTo('course-list', city)) },
    { name, url },
  ];
  const labels: Parameters<typeof courseListData>[2] = {
    ...names,
    describe: (course) =>
      t('course', {
        branch: names.branch(course.branch, course.branch_hindi),
        type: names.type(course.course_name),
        left: course.left_seats,
      }),
  };
  return (
    <StructuredData
      things={[
        breadcrumbData(steps),
        instituteData({ ...institute, name }, url, names.place),
        ...(courses.length > 0 ? [courseListData(courses, url, labels)] : []),
      ]}
    />
  );
}
