import { expect, test } from 'vitest';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import robots from './robots';
import sitemap from './sitemap';

useTestDatabase();

const SITE = 'http://localhost:3000';

test('the sitemap lists every region page, and each list with open courses once', async () => {
  await makeCourse({ city: 'Agar Malwa', courseType: 'B.Tech' });
  await makeCourse({ city: 'Agar Malwa', courseType: 'ITI' });
  await makeCourse({ city: 'R&D / Park', courseType: 'ITI' });
  await makeCourse({ city: 'Sagar', courseType: 'ITI', isOpen: false });
  const paths = (await sitemap()).map(({ url }) => url.replace(SITE, ''));
  expect(paths).toEqual([
    '/',
    '/select-region',
    '/select-region/M.Tech',
    '/select-region/B.Tech',
    '/select-region/Diploma',
    '/select-region/Polytechnic',
    '/select-region/ITI',
    '/course-list/Agar%20Malwa',
    '/course-list/Agar%20Malwa/B.Tech',
    '/course-list/Agar%20Malwa/ITI',
    '/course-list/R%26D%20%2F%20Park',
    '/course-list/R%26D%20%2F%20Park/ITI',
    '/login',
    '/register',
    '/docs/api',
  ]);
});

test('robots.txt names the sitemap, excludes pages without value for search engines, and no page of the sitemap', async () => {
  const { rules, sitemap: address } = robots();
  expect(address).toBe(`${SITE}/sitemap.xml`);
  const { disallow } = rules as { disallow: string[] };
  expect(disallow).toEqual(expect.arrayContaining(['/dashboard', '/admin', '/api/', '/payment', '/verify/']));
  for (const { url } of await sitemap())
    expect(disallow.filter((path) => url.replace(SITE, '').startsWith(path))).toEqual([]);
});
