import type { Course } from '@/lib/catalogue/schema';

/** schema.org data as JSON-LD: a type and what is said of it. */
export type Thing = { '@type': string } & Record<string, unknown>;

const CONTEXT = 'https://schema.org';

/** Search engines look at the first of a long list only, and phones load all of it. */
const MAX_COURSES = 100;

/** The site and who runs it. `url` is the address of the landing page. */
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

/** Where a page stands: the pages above it and itself, from the landing page on, with their addresses. */
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

/** How the reader's language calls things of the catalogue. */
type Words = {
  describe: (course: Course) => string;
  type: (courseType: string) => string;
  place: (city: string) => string;
};

/** The courses of a page as a list of schema.org Courses: who teaches them where, and what a seat costs for a year. */
export function courseListData(courses: readonly Course[], url: string, words: Words): Thing {
  return {
    '@type': 'ItemList',
    url,
    numberOfItems: courses.length,
    itemListElement: courses.slice(0, MAX_COURSES).map((course, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      item: courseData(course, url, words),
    })),
  };
}

function courseData(course: Course, url: string, words: Words): Thing {
  const address = {
    '@type': 'PostalAddress',
    addressLocality: words.place(course.city),
    addressRegion: 'Madhya Pradesh',
    addressCountry: 'IN',
  };
  const institute = course.institute_name.trim();
  return {
    '@type': 'Course',
    '@id': `${url}#${course.id}`,
    name: `${words.type(course.course_name)}, ${course.branch}`,
    description: words.describe(course),
    url,
    // A course of 'Other Institutes' names none, and none is made up.
    ...(institute && { provider: { '@type': 'CollegeOrUniversity', name: institute, address } }),
    hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Onsite', location: { '@type': 'Place', address } },
    offers: {
      '@type': 'Offer',
      category: 'Paid',
      price: course.price_per_seat,
      priceCurrency: 'INR',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: course.price_per_seat,
        priceCurrency: 'INR',
        unitCode: 'ANN',
      },
      availability: `${CONTEXT}/${course.left_seats > 0 ? 'InStock' : 'SoldOut'}`,
      inventoryLevel: { '@type': 'QuantitativeValue', value: course.left_seats },
    },
  };
}

/** The text of a script element that carries these things: `<` is escaped, so that no name of the catalogue ends the element. */
export function jsonLd(things: readonly Thing[]): string {
  return JSON.stringify({ '@context': CONTEXT, '@graph': things }).replaceAll('<', '\\u003c');
}
