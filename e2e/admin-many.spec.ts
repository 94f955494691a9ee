import { register, signIn } from '../testing/e2e/account';
import { signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { expectAccessible } from '../testing/e2e/axe';
import { expect, test } from '../testing/e2e';
import { toast } from '../testing/e2e/toast';

test('an administrator finds a company by keyboard, and extends its pledges in one act', async ({
  page,
  admin,
  seed,
  database,
  browser,
}) => {
  const visitor = await browser.newContext();
  const company = `Holkar Steel ${seed.city}`;
  const session = await signIn(await visitor.newPage(), await register(visitor.request, { company_name: company }));
  await visitor.close();
  const course = await seed.course();
  const made = [];
  for (let at = 0; at < 3; at++) made.push(await adopt(database, session, [[course, 1]], { state: 'pledged' }));
  await adopt(database, session, [[course, 1]]);
  await database`
    update billings set due_at = now() + interval '3 days' where id = any(${made.map(({ id }) => id)})`;

  await signInAdmin(page, admin);
  await page.goto('/admin/settings');
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible();
  await page.keyboard.press('/');
  const search = page.getByRole('combobox', { name: 'Search' });
  await expect(search).toBeFocused();
  await search.fill(company);
  const found = page.getByRole('option');
  await expect(found.filter({ hasText: 'Adoption' })).toHaveCount(4);
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(found.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/billings\//);
  await page.keyboard.press('Control+k');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeFocused();

  await page.goto(`/admin/dashboard?q=${encodeURIComponent(company)}`);
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check();
  await page.getByRole('button', { name: 'Extend 4 adoptions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Extend 4 adoptions' });
  await dialog.getByLabel('New last day to pay').fill('2020-01-31');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByLabel('New last day to pay')).toHaveAccessibleDescription(/today or later/);
  await dialog.getByLabel('New last day to pay').fill('2098-01-31');
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog).toContainText('3 pledges can be paid until');
  await expect(dialog).toContainText('One is left out:');
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('Asked by the company');
  // The answer comes later than its work.
  let answer = () => undefined as void;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/admin/extensions', async (route) => {
    if (!route.request().postData()!.includes('"apply"')) return route.continue();
    const response = await route.fetch();
    await isAnswered;
    await route.fulfill({ response });
  });
  await dialog.getByRole('button', { name: 'Extend 3 pledges' }).click();
  await expect(dialog.getByText('3 of 3 are done. The rest goes on if you close this page.')).toBeVisible();
  await expect(dialog.getByText('Nothing has been written yet.')).toBeHidden();
  await expectAccessible(page);
  answer();
  await expect(toast(page, '3 pledges were extended')).toBeVisible();
  const rows = await database`
    select count(*)::int from billings where id = any(${made.map(({ id }) => id)}) and due_at > '2098-01-01'`;
  expect(rows[0]!.count).toBe(3);
});
