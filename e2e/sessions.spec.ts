import { signInAdmin } from '../testing/e2e/admin';
import { expect, type Page } from '../testing/e2e';
import { test } from '../testing/e2e/own-app';
import { newSponsor, sendCode, thankYou, verify } from '../testing/e2e/sponsor';

const cards = (page: Page) => page.getByRole('article').filter({ hasText: 'Select Course' });

test('an administrator opens a second session; a visitor sees both, filters, adopts of each, and the sum names both', async ({
  page,
  admin,
  database,
  seed,
  outbox,
}) => {
  const course = await seed.course({ branch: 'Mining', totalSeats: 20 });
  const [first] = await database<{ name: string; year: number }[]>`
    select name, extract(year from first_day)::int as year from academic_sessions`;
  const year = first!.year + 1;
  const next = `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
  const list = `/course-list/${encodeURIComponent(course.city)}`;

  await page.goto(list);
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByText(first!.name)).toHaveCount(0);

  await signInAdmin(page, admin);
  await page.goto('/admin/sessions');
  await page.getByRole('button', { name: 'Plan a session' }).click();
  await page.getByLabel('Name').fill(next);
  await page.getByLabel('First day').fill(`${year}-07-01`);
  await page.getByLabel('Last day').fill(`${year + 1}-06-30`);
  await page.getByRole('button', { name: 'Plan', exact: true }).click();
  await page.getByRole('link', { name: `Prepare and open ${next}` }).click();
  await page.getByRole('button', { name: `Open ${next}` }).click();
  await page.getByRole('button', { name: 'Open the session' }).click();
  await expect(page.getByText(`${next} is open`)).toBeVisible();

  // Open sessions may be a second old.
  await expect(async () => {
    await page.goto(list);
    await expect(cards(page)).toHaveCount(2, { timeout: 1000 });
    await expect(cards(page).nth(1)).toContainText(next, { timeout: 1000 });
  }).toPass();
  await expect(cards(page).first()).toContainText(first!.name);
  await page.getByText('Filter, sort, budget').click();
  await page.getByLabel('Session').selectOption(next);
  await expect(page).toHaveURL(/session=/);
  await expect(cards(page)).toHaveCount(1);
  await cards(page).getByRole('checkbox').check();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(cards(page)).toHaveCount(2);
  await cards(page).first().getByRole('checkbox').check();
  const both = `for ${first!.name} and ${next}`;
  await expect(page.getByText(both).filter({ visible: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Proceed to Lock' }).click();

  await expect(page).toHaveURL('/cart');
  await expect(page.getByText(both)).toBeVisible();
  const sponsor = newSponsor();
  await page.goto('/payment');
  await expect(page.getByRole('row').filter({ hasText: 'Total Amount' })).toContainText(both);
  await sendCode(page, sponsor);
  await verify(page, await outbox.latestCode(sponsor.email));
  await expect(thankYou(page)).toContainText(both);
  expect(
    await database`select session, adopted_seats as adopted from courses where city = ${course.city} order by 1`,
  ).toEqual([
    { session: first!.name, adopted: 1 },
    { session: next, adopted: 1 },
  ]);
});
