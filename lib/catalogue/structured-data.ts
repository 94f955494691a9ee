import type { InstituteDetails } from './institute-details';
import type { Names } from './names';
import type { Course } from './schema';
import { toRupeeString } from '@/lib/platform/money';

/** A schema.org object as JSON-LD. */
export type Thing = { '@type': string } & Record<string, unknown>;

const CONTEXT = 'https://schema.org';

/** Search engines read only the start of a long list, but phones download all of it, twice: as text and as page data. */
const MAX_COURSES = 5;

/** Returns the site and its operator. `url` is the landing page. */
export function siteData(url: string, name: string, description: string, languages: readonly string[]): Thing[] {
  const organization = `${url}#organization`;
  return [
    { '@type': 'Organization', '@id': organization, name, url, logo: new URL('/icons/512.png', url).href },
    {
      '@type': 'WebSite',
      '@id': `${url}#site`,
      name,
      url,
      description,
      inLanguage: [...languages],
      publisher: { '@id': organization },
    },
  ];
}

/** Returns the breadcrumbs of a page: its ancestors and itself, from the landing page on, with their URLs. */
export function breadcrumbData(steps: readonly { name: string; url: string }[]): Thing {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  };
}

/** Texts in the reader's language. */
type Labels = Names & { describe: (course: Course) => string };

/**
 * Returns the courses of a page as a list of schema.org Courses: provider, location, and the price of a seat per year.
 */
export function courseListData(courses: readonly Course[], url: string, labels: Labels): Thing {
  return {
    '@type': 'ItemList',
    url,
    numberOfItems: courses.length,
    itemListElement: courses.slice(0, MAX_COURSES).map((course, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: courseData(course, url, labels),
    })),
  };
}

/** Returns an institute with its address and contact. `url` is its page on this site. */
export function instituteData(
  {
    name,
    city,
    address,
    website,
    contact,
    phone,
  }: InstituteDetails & { name: string; city: string; phone: string | null },
  url: string,
  place: (city: string) => string,
): Thing {
  const isEmail = contact?.includes('@');
  return {
    '@type': 'CollegeOrUniversity',
    '@id': `${url}#institute`,
    name,
    url,
    address: { ...addressIn(place(city)), ...(address && { streetAddress: address }) },
    ...(website && { sameAs: website }),
    ...(phone && { telephone: phone }),
    ...(contact && { [isEmail ? 'email' : 'telephone']: contact }),
  };
}

const addressIn = (locality: string): Thing => ({
  '@type': 'PostalAddress',
  addressLocality: locality,
  addressRegion: 'Madhya Pradesh',
  addressCountry: 'IN',
});

function courseData(course: Course, url: string, labels: Labels): Thing {
  const address = addressIn(labels.place(course.city));
  const institute = labels.institute(course.institute_name, course.institute_hindi).trim();
  return {
    '@type': 'Course',
    '@id': `${url}#${course.id}`,
    name: `${labels.type(course.course_name)}, ${labels.branch(course.branch, course.branch_hindi)}`,
    description: labels.describe(course),
    url,
    // A course of 'Other Institutes' has no provider.
    ...(institute && { provider: { '@type': 'CollegeOrUniversity', name: institute, address } }),
    hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Onsite', location: { '@type': 'Place', address } },
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      price: toRupeeString(course.price_paise),
      priceCurrency: 'INR',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: toRupeeString(course.price_paise),
        priceCurrency: 'INR',
        unitCode: 'ANN',
      },
      availability: `${CONTEXT}/${course.left_seats > 0 ? 'InStock' : 'SoldOut'}`,
      inventoryLevel: { '@type': 'QuantitativeValue', value: course.left_seats },
    },
  };
}

/**
 * Returns the text of a script element with these objects: `<` is escaped, so that no name in the catalogue ends the
 * element.
 */
export function jsonLd(things: readonly Thing[]): string {
  return JSON.stringify({ '@context': CONTEXT, '@graph': things }).replaceAll('<', '\\u003c');
}
