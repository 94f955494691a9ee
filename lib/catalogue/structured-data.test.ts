import { expect, test } from 'vitest';
import type { Course } from './schema';
import { breadcrumbData, courseListData, jsonLd, siteData } from './structured-data';

const URL_OF_LIST = 'https://seats.example/course-list/Indore/B.Tech';

const course: Course = {
  id: 'c1',
  city: 'Indore',
  course_name: 'B.Tech',
  branch: 'Civil Engineering',
  institute_name: 'Government Engineering College, Indore',
  total_seats: 60,
  left_seats: 4,
  price_paise: 125000_50,
};
const labels = {
  describe: (one: Course) => `${one.left_seats} left`,
  type: (type: string) => `<${type}>`,
  place: (city: string) => city.toUpperCase(),
  branch: (name: string, hindi?: string | null) => hindi ?? name,
  institute: (name: string, hindi?: string | null) => hindi ?? name,
};

test('a course has its provider, its location, and the price of a seat per year', () => {
  expect(courseListData([course], URL_OF_LIST, labels)).toMatchObject({
    '@type': 'ItemList',
    numberOfItems: 1,
    itemListElement: [
      {
        position: 1,
        item: {
          '@type': 'Course',
          name: '<B.Tech>, Civil Engineering',
          description: '4 left',
          provider: { name: 'Government Engineering College, Indore', address: { addressLocality: 'INDORE' } },
          hasCourseInstance: { '@type': 'CourseInstance', courseMode: 'Onsite' },
          offers: {
            price: '125000.50',
            priceCurrency: 'INR',
            availability: 'https://schema.org/InStock',
            inventoryLevel: { value: 4 },
          },
        },
      },
    ],
  });
});

test('a course without an institute has no provider, a full one is sold out', () => {
  const list = courseListData([{ ...course, institute_name: ' ', left_seats: 0 }], URL_OF_LIST, labels);
  const text = JSON.stringify(list);
  expect(text).not.toContain('provider');
  expect(text).toContain('https://schema.org/SoldOut');
});

test('a long list has its first five courses, and the number of all', () => {
  const list = courseListData(
    Array.from({ length: 1000 }, (_, index) => ({ ...course, id: `c${index}` })),
    URL_OF_LIST,
    labels,
  );
  expect(list.numberOfItems).toBe(1000);
  expect(list.itemListElement).toHaveLength(5);
});

test('breadcrumbs start at the landing page', () => {
  const steps = [
    { name: 'Seat Adoption', url: 'https://seats.example/' },
    { name: 'B.Tech seats', url: 'https://seats.example/select-region/B.Tech' },
  ];
  expect(breadcrumbData(steps).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Seat Adoption', item: 'https://seats.example/' },
    { '@type': 'ListItem', position: 2, name: 'B.Tech seats', item: 'https://seats.example/select-region/B.Tech' },
  ]);
});

test('the site names its operator once', () => {
  const [organization, site] = siteData('https://seats.example/', 'Seat Adoption', 'What it is', ['en', 'hi']);
  expect(organization).toMatchObject({ '@type': 'Organization', logo: 'https://seats.example/icons/512.png' });
  expect(site).toMatchObject({ publisher: { '@id': organization!['@id'] }, inLanguage: ['en', 'hi'] });
});

test('no name of the catalogue ends the script element', () => {
  const text = jsonLd([{ '@type': 'Thing', name: '</script><script>alert(1)</script><!--' }]);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toMatchObject({ '@graph': [{ name: '</script><script>alert(1)</script><!--' }] });
});
