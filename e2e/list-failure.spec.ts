import { insertCourse } from '../testing/e2e/catalogue';
import { withOwnApp, type OwnApp } from '../testing/e2e/own-app';
import { expect, test as base } from '../testing/e2e';

/** An app with a database of its own, which a test may break. */
const test = base.extend<object, { broken: OwnApp }>({
  broken: [
    ({ database }, use, { workerIndex }) => withOwnApp(database, `list_failure_${workerIndex}`, use),
    { scope: 'worker', timeout: 120_000 },
  ],
});

const civil = {
  city: 'Bhopal',
  courseType: 'B.Tech',
  branch: 'Civil',
  institute: null,
  totalSeats: 60,
  adoptedSeats: 0,
  pricePaise: 1_25_000_00,
  isOpen: true,
};

test('R-LIST-24 R-LIST-25 a failed load shows a message, and Try Again loads again', async ({
  page,
  broken: { url, sql },
}) => {
  await insertCourse(sql, civil);
  await sql`alter table courses rename to courses_away`;
  await page.goto(`${url}/course-list/Bhopal/B.Tech`);
  await expect(page.getByRole('heading', { name: 'Failed to Load Courses' })).toBeVisible();
  await expect(page.getByText('Failed to fetch courses')).toBeVisible();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeEnabled();
  await expect(page.getByText('Failed to fetch courses')).toBeVisible();
  await sql`alter table courses_away rename to courses`;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('article', { name: 'Civil' }).getByRole('checkbox')).toBeEnabled();
  await expect(page.getByRole('heading', { name: 'Failed to Load Courses' })).toBeHidden();
});

test('R-ERR-10 a course with invalid data is omitted and reported by a toast', async ({
  page,
  broken: { url, sql },
}) => {
  await sql`alter table courses drop constraint courses_price_range`;
  await insertCourse(sql, { ...civil, branch: 'Whole', city: 'Indore' });
  await insertCourse(sql, { ...civil, branch: 'Broken', city: 'Indore', pricePaise: -100 });
  await page.goto(`${url}/course-list/Indore/B.Tech`);
  await expect(page.getByText('Some courses have invalid data and were filtered out')).toBeVisible();
  await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Whole']);
});
