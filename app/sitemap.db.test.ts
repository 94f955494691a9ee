import { expect, test } from 'vitest';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import robots from './robots';
import sitemap from './sitemap';

useTestDatabase();

const SITE = 'http://localhost:3000';

test('the sitemap lists every region page, and each list and institute with open courses once', async () => {
  await makeCourse({ city: 'Agar Malwa', courseType: 'B.Tech' });
  await makeCourse({ city: 'Agar Malwa', courseType: 'ITI' });
  await makeCourse({ city: 'R&D / Park', courseType: 'ITI' });
  const open = await makeInstitute({ city: 'Agar Malwa' });
  await makeCourse({ city: 'Agar Malwa', courseType: 'ITI', instituteId: open.id });
  const closed = await makeInstitute({ city: 'Sagar' });
  await makeCourse({ city: 'Sagar', courseType: 'ITI', isOpen: false, instituteId: closed.id });
  const paths = (await sitemap()).map(({ url }) => url.replace(SITE, ''));
  expect(paths).toEqual([
    '/',
    '/plan',
    '/search',
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
    `/institute/${open.id}`,
    '/about',
    '/contact',
    '/privacy',
    '/terms',
    '/open-data',
    '/login',
    '/register',
    '/docs/api',
  ]);
});

test('robots.txt names the sitemap, excludes pages without value for search engines, and no page of the sitemap', async () => {
  const { rules, sitemap: address } = robots();
  expect(address).toBe(`${SITE}/sitemap.xml`);
  const { disallow } = rules as { disallow: string[] };
  expect(disallow).toEqual(
    expect.arrayContaining(['/dashboard', '/admin', '/api/', '/payment', '/verify/', '/shared-cart/']),
  );
  for (const { url } of await sitemap())
    expect(disallow.filter((path) => url.replace(SITE, '').startsWith(path))).toEqual([]);
});
