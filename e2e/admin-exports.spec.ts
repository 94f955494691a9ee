import { readFile } from 'node:fs/promises';
import { read } from 'xlsx';
import { register, signIn } from '../testing/e2e/account';
import { signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { afterJobs, runJobs } from '../testing/e2e/jobs';
import { look } from '../testing/e2e/look';
import { expect, test, type Page } from '../testing/e2e';
import { toast } from '../testing/e2e/toast';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Send this table by e-mail' });

async function ask(page: Page, every: string): Promise<void> {
  await page.getByRole('button', { name: 'Send by e-mail…' }).click();
  await dialog(page).getByRole('radio', { name: every }).check();
  await dialog(page).getByRole('button', { name: 'Send by e-mail' }).click();
}

test('a table with its filter comes by e-mail, with a link or the spreadsheet, until the administrator stops it', async ({
  page,
  admin,
  database,
  outbox,
  seed,
  browser,
  baseURL,
}) => {
  const visitor = await browser.newContext();
  const session = await signIn(await visitor.newPage(), await register(visitor.request));
  await visitor.close();
  await adopt(database, session, [[await seed.course(), 2]], { daysAgo: 1 });
  // Adopted long ago: the job leaves the last minute to its next run.
  await database`update line_months_progress set upto = '1970-01-01T00:00:00Z'`;
  await runJobs(baseURL!);
  const email = `${admin.username}@department.example`;
  await signInAdmin(page, admin);
  await page.goto('/admin/users?kind=guest&shown=name.email');
  await ask(page, 'Every day');
  await expect(dialog(page)).toContainText(
    'Please enter and confirm an e-mail address for notices in your account first',
  );
  await look(page, 'send-by-email');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await look(page, 'users');

  await database`
    insert into admin_notices (admin_id, email, is_daily, at_once) values (${admin.id}, ${email}, false, '{}')`;
  await ask(page, 'Every day');
  await expect(toast(page, `The first e-mail goes to ${email} on `)).toBeVisible();
  await page.goto('/admin/report?rows=type');
  await ask(page, 'Every Monday');
  await expect(toast(page, `The first e-mail goes to ${email} on `)).toBeVisible();
  await look(page, 'report');

  await page.goto('/admin/account');
  const table = page.getByRole('table', { name: 'Tables by e-mail' });
  await expect(table.getByRole('row').filter({ hasText: 'Users' })).toContainText(
    'Account: Guest; Columns: Full Name, Email',
  );
  await expect(table.getByRole('row').filter({ hasText: 'Report' })).toContainText('Every Monday');
  await look(page, 'account');

  await database`update admin_exports set last_on = last_on - 40 where admin_id = ${admin.id}`;
  const [today] = await database<{ day: string; monday: string }[]>`
    select to_char(now() at time zone 'Asia/Kolkata' - interval '8 hours', 'FMDD FMMonth YYYY') as day,
           to_char(date_trunc('week', now() at time zone 'Asia/Kolkata' - interval '8 hours'), 'FMDD FMMonth YYYY') as monday`;
  const users = await afterJobs(baseURL!, outbox, email, `Users, ${today!.day}`);
  expect(users.attachments ?? []).toEqual([]);
  const report = await afterJobs(baseURL!, outbox, email, `Report, ${today!.monday}`);
  const { SheetNames } = read(await readFile(outbox.fileOf(report.attachments![0]!)));
  expect(SheetNames).toEqual(['Report']);

  const link = new URL(/\S+download=users/.exec(users.text)![0]);
  const saved = page.waitForEvent('download');
  await page.goto(link.pathname + link.search);
  expect((await saved).suggestedFilename()).toMatch(/^users-data-/);
  await expect(page).toHaveURL('/admin/users?kind=guest&shown=name.email');
  expect(
    await database`
    select after->>'kind' as kind from audit_log where action = 'users.downloaded' and admin_id = ${admin.id}`,
  ).toEqual([{ kind: 'guest' }]);

  await page.goto('/admin/account');
  await page.getByRole('button', { name: 'Stop Users, Every day' }).click();
  await expect(toast(page, 'Users is not sent any more')).toBeVisible();
  await expect(table.getByRole('row').filter({ hasText: 'Users' })).toHaveCount(0);
  await page.goto('/admin/audit?action=export.stopped');
  await expect(page.getByRole('row').filter({ hasText: admin.username })).toContainText('kind=guest&shown=name.email');
});
