import type { CourseType } from '@/db/schema/enums';
import { StructuredData } from '@/components/platform/site/structured-data';
import { getNames } from '@/lib/catalogue/localized-names';
import { getTranslations } from '@/lib/platform/i18n/server';
import { absoluteUrl, pathTo } from '@/lib/platform/site/metadata';
import { breadcrumbData } from '@/lib/catalogue/structured-data';

/** Returns the breadcrumbs from the landing page to the cities of one course type, or of all; structured data. */
export async function regionSteps(courseType: CourseType | null): Promise<{ name: string; url: string }[]> {
  const common = await getTranslations('common');
  const t = await getTranslations('region');
  const path = courseType ? pathTo('select-region', courseType) : '/select-region';
  const name = courseType ? t('titleOf', { type: (await getNames()).type(courseType) }) : t('title');
  return [
    { name: common('productName'), url: absoluteUrl('/') },
    { name, url: absoluteUrl(path) },
  ];
}

/** Structured data of the region page. */
export async function RegionData({ courseType }: { courseType: CourseType | null }) {
  return <StructuredData things={[breadcrumbData(await regionSteps(courseType))]} />;
}
