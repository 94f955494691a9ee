import { register, signIn, type TestAccount } from '../testing/e2e/account';
import { adopt } from '../testing/e2e/adoptions';
import { expect, test, type Page } from '../testing/e2e';
import { tabAndPress, tabTo } from '../testing/e2e/keyboard';
import { holdRequests } from '../testing/e2e/requests';

const PROFILE = '**/api/user/profile/*';

const main = (page: Page) => page.getByRole('main');
const card = (page: Page, name: string) => main(page).getByRole('region', { name, exact: true });
const tile = (page: Page, type: string) =>
  card(page, 'Available Courses')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: type, exact: true }) });

async function enter(page: Page, overrides: Partial<TestAccount> = {}) {
  const account = await register(page.request, overrides);
  return { account, session: await signIn(page, account) };
}

test.describe('the dashboard', () => {
  test('R-DASH-01 R-DASH-02 R-DASH-03 R-DASH-04 R-DASH-05 a new sponsor: the profile, while it loads nothing moves, and no students yet', async ({
    page,
  }) => {
    const { account } = await enter(page, { full_name: 'राधिका देशमुख' });
    const { letGo } = await holdRequests(page, PROFILE);
    await page.goto('/dashboard');
    await expect(main(page).getByText('Loading your profile')).toBeAttached();
    const place = async () => Math.round((await card(page, 'Available Courses').boundingBox())!.y);
    const before = await place();
    letGo();
    await expect(card(page, 'Contact Info')).toContainText('@');
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(2);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard Overview');
    await expect(card(page, 'Profile Info')).toContainText('राधिका देशमुख');
    await expect(card(page, 'Profile Info')).toContainText(account.designation);
    for (const value of [account.email, account.phone_number, account.company_name])
      await expect(card(page, 'Contact Info')).toContainText(value);
    await expect(card(page, 'Students')).toContainText(/^Students\s*0\s*Total students booked/);
    await expect(card(page, 'My adoptions')).toContainText('No adoptions yet');
  });

  test('R-DASH-03 students are the seats adopted, by type; held, expired and refunded ones do not count', async ({
    page,
    seed,
    database,
  }) => {
    const { session } = await enter(page);
    const [btech, iti] = [await seed.course(), await seed.course({ courseType: 'ITI', totalSeats: 2_000 })];
    await adopt(database, session, [
      [btech, 17],
      [iti, 1_011],
    ]);
    await adopt(database, session, [[btech, 3]], { state: 'pledged' });
    await adopt(database, session, [[btech, 5]], { state: 'held' });
    await adopt(database, session, [[btech, 7]], { state: 'expired', minutesLeft: -1 });
    await adopt(database, session, [[btech, 9]], { state: 'refund_due', minutesLeft: -1 });
    await page.goto('/dashboard');
    await expect(card(page, 'Students')).toContainText(/1,031\s*Total students booked/);
    await expect(card(page, 'Students').getByRole('listitem')).toHaveText([/^B\.Tech\s*20$/, /^ITI\s*1,011$/]);
    await expect(card(page, 'Students')).toContainText('1 seat drawn = 18');
  });

  test('R-DASH-06 R-DASH-07 four tiles link to their branches, with current seats; one link leads to all of them (A-57)', async ({
    page,
    seed,
    database,
  }) => {
    await enter(page);
    await page.goto('/dashboard');
    const courses = card(page, 'Available Courses');
    await expect(courses.getByRole('heading', { level: 3 })).toHaveText(['M.Tech', 'B.Tech', 'Diploma', 'ITI']);
    for (const type of ['M.Tech', 'B.Tech', 'Diploma', 'ITI'])
      await expect(tile(page, type).getByRole('link', { name: 'Select Branches', exact: true })).toHaveAttribute(
        'href',
        `/dashboard/new-course-selection/${type}`,
      );
    await expect(courses.getByRole('link', { name: 'Select across all categories' })).toHaveAttribute(
      'href',
      '/dashboard/new-course-selection',
    );

    // Other tests change seats meanwhile: a course larger than all of theirs must appear on the next load.
    const total = async () =>
      Number((await tile(page, 'M.Tech').getByText('seats left').innerText()).replaceAll(/.*\/|\D/g, ''));
    const before = await total();
    const { id } = await seed.course({ courseType: 'M.Tech', totalSeats: 9_000 });
    await page.reload();
    await expect.poll(total).toBeGreaterThanOrEqual(before + 9_000);
    await database`update courses set is_open = false where id = ${id}`;
    await tile(page, 'B.Tech').getByRole('link', { name: 'Select Branches' }).click();
    await expect(page).toHaveURL('/dashboard/new-course-selection/B.Tech');
  });

  test('R-PROF-09 a profile that cannot be fetched: the server’s message, else Failed to fetch profile; trying again loads it', async ({
    page,
  }) => {
    const { account } = await enter(page);
    let failure: object | null = { code: 'internal' };
    await page.route(PROFILE, (route) => (failure ? route.fulfill({ status: 500, json: failure }) : route.continue()));
    await page.goto('/dashboard');
    const alert = main(page).getByRole('alert');
    await expect(alert).toContainText('Failed to fetch profile');
    await expect(card(page, 'Available Courses')).toBeVisible();
    failure = { message: 'The profiles are being moved' };
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await expect(alert).toContainText('The profiles are being moved');
    failure = null;
    await alert.getByRole('button', { name: 'Try Again' }).click();
    await expect(card(page, 'Contact Info')).toContainText(account.email);
    await expect(alert).toHaveCount(0);
  });

  test('held seats are shown with the remaining time and a link to the payment; so is the end of the hold', async ({
    page,
    seed,
    database,
  }) => {
    const { session } = await enter(page);
    const { id, reference } = await adopt(database, session, [[await seed.course(), 5]], { state: 'held' });
    await page.clock.install();
    await page.goto('/dashboard');
    const notice = card(page, 'Waiting for payment');
    await expect(notice).toContainText(`5 seats are held for you under ${reference}.`);
    const timer = notice.getByRole('timer');
    await expect(timer).toHaveText(/^1[45]:\d\d left to pay$/);
    // It runs: time that passes before hydration does not count for it.
    await expect(timer).not.toHaveText((await timer.textContent())!);
    await expect(notice.getByRole('link', { name: 'Continue to payment' })).toHaveAttribute(
      'href',
      '/dashboard/payment',
    );

    await database`update billings set hold_expires_at = now() where id = ${id}`;
    await page.clock.runFor('16:00');
    await expect(notice).toHaveCount(0);
    await expect(main(page).getByRole('article', { name: reference })).toContainText('Expired');
  });

  test('every action of the dashboard is reachable by keyboard', async ({ page, seed, database }) => {
    const { session } = await enter(page);
    const { reference } = await adopt(database, session, [[await seed.course({ branch: 'Civil' }), 5]]);
    await page.goto('/dashboard');
    const entry = main(page).getByRole('article', { name: reference });
    await tabTo(page, tile(page, 'M.Tech').getByRole('link', { name: 'Select Branches' }));
    await tabTo(page, entry.getByRole('link', { name: reference }));
    await page.goto('/dashboard/adoptions');
    await tabAndPress(page, entry.getByText('5 seats'));
    await expect(entry.getByText('Civil')).toBeVisible();
    await tabTo(page, entry.getByRole('button', { name: 'Adoption summary' }));
    await tabTo(page, entry.getByRole('button', { name: 'Receipt' }));
  });
});
