import { ADMIN_PAGES } from '@/lib/admin/pages';
import { expect, test } from '../testing/e2e';
import { insertAdmin, signInAdmin } from '../testing/e2e/admin';
import { register, signIn } from '../testing/e2e/account';
import { adopt } from '../testing/e2e/adoptions';
import { expectAccessible } from '../testing/e2e/axe';
import { runJobs } from '../testing/e2e/jobs';
import { look } from '../testing/e2e/look';
import { expectShape } from '../testing/e2e/shape';

test('security 182: an owner limits an account to an institute; every page shows it what lies there, or that it is about more', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  seed,
  database,
  admin,
}) => {
  const code = Math.random().toString(36).slice(2, 8);
  const [own, other] = [`Mine ITI ${code}`, `Other ITI ${code}`];
  const mine = await seed.course({ branch: 'Fitter', institute: own, totalSeats: 20, adoptedSeats: 0 });
  const theirs = await seed.course({ branch: 'Turner', institute: other, totalSeats: 10, adoptedSeats: 0 });
  const sponsorPage = await browser.newPage({ baseURL, extraHTTPHeaders });
  const session = await signIn(
    sponsorPage,
    await register(sponsorPage.request, { company_name: `Satpura ${code} Works` }),
  );
  const inside = await adopt(database, session, [[mine, 2]], { daysAgo: 1 });
  const outside = await adopt(database, session, [[theirs, 3]], { daysAgo: 1 });
  await database`update line_months_progress set upto = '1970-01-01T00:00:00Z'`;
  await runJobs(baseURL!);
  const [{ otherId } = { otherId: '' }] = await database<{ otherId: string }[]>`
    select id as "otherId" from institutes where name = ${other}`;
  const clerk = await insertAdmin(database, { role: 'viewer' });

  await test.step('the owner sets the role and what it is only for', async () => {
    await signInAdmin(page, admin);
    await page.goto('/admin/administrators');
    await page.getByRole('button', { name: `Change ${clerk.username}` }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('changes nothing');
    await dialog.getByLabel('Role').selectOption('finance');
    await dialog.getByLabel('Only for (optional)').fill(`${own}; ${seed.city}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('Only viewers and administrators of the catalogue can be limited');
    await dialog.getByLabel('Role').selectOption('catalogue');
    await dialog.getByLabel('Only for (optional)').fill('Nowhere');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('There is no district “Nowhere”');
    await expectAccessible(page);
    await look(page, 'area-dialog');
    await dialog.getByLabel('Only for (optional)').fill(`Indore\n${own}; ${seed.city}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('row', { name: clerk.username })).toContainText(
      `Catalogue, Indore, ${own}; ${seed.city}`,
    );
  });

  await test.step('the account sees its part, begins with the report, and changes a course of it', async () => {
    await page.context().clearCookies();
    await signInAdmin(page, clerk);
    await page.goto('/admin/dashboard');
    await expect(page).toHaveURL(/\/admin\/report/);
    await expect(page.getByRole('navigation').first().getByRole('link')).toHaveText([
      /Needs attention/,
      'Report',
      'Catalogue',
    ]);
    await look(page, 'area-report');
    await page.goto(`/admin/catalogue?q=${code}`);
    await expect(page.getByRole('row', { name: /Fitter/ })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(other);
    await expectShape(page);
    await expectAccessible(page);
    await look(page, 'area-catalogue');
    await page.goto('/admin/account');
    await expect(page.getByRole('main')).toContainText(`with the role Catalogue, for Indore; ${own}`);
  });

  await test.step('no page, also with the addresses of others, has a word of the rest', async () => {
    const values: Record<string, string> = {
      '{reference}': outside.reference,
      '{instituteId}': otherId,
      '{session}': '2026-27',
      '{number}': '1',
    };
    for (const { path, ...more } of ADMIN_PAGES) {
      if (path === '/admin/{...rest}' || 'isPublic' in more) continue;
      const at = path.replace(/\{\w+\}/, (name) => values[name]!);
      const response = await page.request.get(at);
      const text = await response.text();
      for (const secret of [other, outside.reference, session.id])
        expect(at.includes(secret) ? '' : text, at).not.toContain(secret);
      const isOpen = />Not allowed<\/h1>/.exec(text) === null;
      expect(isOpen, at).toBe(OPEN.has(path));
    }
    const response = await page.request.get(`/admin/billings/${inside.reference}`);
    expect(await response.text()).toContain(`Satpura ${code} Works`);
    expect((await page.request.get(`/admin/billings/${outside.reference}`)).status()).toBe(404);
    expect((await page.request.get(`/admin/offices/${otherId}`)).status()).toBe(404);
  });
});

/** The pages for administrators who are limited to an area. */
const OPEN = new Set([
  '/admin/dashboard',
  '/admin/attention',
  '/admin/report',
  '/admin/catalogue',
  '/admin/account',
  '/admin/billings/{reference}',
  '/admin/report/adoptions',
  '/admin/mailings',
  '/admin/catalogue/proposals',
  '/admin/offices',
  '/admin/offices/reports',
  '/admin/offices/{instituteId}',
]);
