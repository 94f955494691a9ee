import { expect, test, type Page } from '../testing/e2e';
import { AT_LOGIN, loadedAt, register, signIn, type TestAccount } from '../testing/e2e/account';
import { expectAccessible } from '../testing/e2e/axe';
import { insertCourse } from '../testing/e2e/catalogue';
import { withOwnApp } from '../testing/e2e/own-app';
import {
  cardOf,
  choose,
  dialog,
  openSummary,
  seatsOf,
  sidebar,
  storedSelection,
  summary,
  tickBox,
} from '../testing/e2e/selection';
import { toast } from '../testing/e2e/toast';

const WIZARD = '/dashboard/new-course-selection';
const button = (page: Page, name: 'Next' | 'Previous' | 'Complete') =>
  page.getByRole('button', { name, exact: true }).filter({ visible: true });
const steps = (page: Page) => page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
const heading = (page: Page, type: string) => page.getByRole('heading', { level: 1, name: new RegExp(`: ${type}$`) });

/** Opens the wizard at its first step. */
async function openWizard(page: Page, path = WIZARD) {
  await page.goto(path);
  await expect(heading(page, 'M.Tech')).toBeVisible();
}

/** Searches the courses of the step. */
async function search(page: Page, text: string) {
  const field = page.getByRole('searchbox', { name: 'Find a branch, institute or city' });
  await field.fill(text);
  await field.press('Enter');
  await expect(page).toHaveURL((url) => (url.searchParams.get('q') ?? '') === text);
}

async function goToStep(page: Page, type: string) {
  while (!(await heading(page, type).isVisible())) {
    const before = await page.getByRole('heading', { level: 1 }).textContent();
    await button(page, 'Next').click();
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(before!);
  }
}

/** Logs in on the login page, as after the end of a session. */
async function logInByForm(page: Page, { email, password }: TestAccount) {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
}

test.describe('the wizard', () => {
  test.beforeEach(async ({ page, account }) => {
    await signIn(page, account);
  });

  test('R-WIZ-01 R-WIZ-02 R-WIZ-03 R-WIZ-04 R-WIZ-05 four steps, forward and back, without a selection and without a dialog', async ({
    page,
  }) => {
    await openWizard(page);
    await expect(steps(page)).toHaveText([/M\.Tech$/, /B\.Tech$/, /Diploma$/, /ITI$/]);
    await expect(button(page, 'Previous')).toBeDisabled();
    await button(page, 'Next').click();
    await expect(heading(page, 'B.Tech')).toBeFocused();
    await expect(steps(page)).toHaveText(['Completed: M.Tech', 'Now: 2B.Tech', 'To come: 3Diploma', 'To come: 4ITI']);
    await expect(steps(page).nth(1)).toHaveAttribute('aria-current', 'step');
    await expect(page.locator('[aria-current="step"]')).toHaveCount(1);
    // 60 cards of other tests would occupy axe for long.
    await search(page, 'Indore');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(`${WIZARD}?step=2`);
    await button(page, 'Next').click();
    await button(page, 'Next').click();
    await expect(heading(page, 'ITI')).toBeVisible();
    await expect(button(page, 'Next')).toBeHidden();
    await expect(button(page, 'Complete')).toBeVisible();
    await button(page, 'Previous').click();
    await expect(heading(page, 'Diploma')).toBeVisible();
    await expect(button(page, 'Complete')).toBeHidden();
  });

  test('R-WIZ-08 a step lists its category over all cities by branch, each card with its place (A-61) @one-screen', async ({
    page,
    seed,
  }) => {
    const far = `${seed.city} Far`;
    await seed.course({ branch: `${seed.city} Mining`, courseType: 'M.Tech', institute: 'Zeta College' });
    await seed.course({ branch: `${seed.city} civil`, courseType: 'M.Tech', city: far, institute: `Alpha, ${far}` });
    await seed.course({ branch: `${seed.city} Civil`, courseType: 'B.Tech' });
    await openWizard(page);
    await search(page, seed.city);
    await expect(page.getByRole('article').getByRole('heading')).toHaveText([
      `${seed.city} civil`,
      `${seed.city} Mining`,
    ]);
    await expect(cardOf(page, `${seed.city} Mining`).getByText(`Zeta College, ${seed.city}`)).toBeVisible();
    await expect(cardOf(page, `${seed.city} civil`).getByText(`Alpha, ${far}`, { exact: true })).toBeVisible();
  });

  test('R-WIZ-09 R-WIZ-10 R-DPAY-20 the summary runs over all steps, the total is that of the category', async ({
    page,
    seed,
  }) => {
    const [vlsi, civil] = [`VLSI ${seed.city}`, `Civil ${seed.city}`];
    await seed.course({ branch: vlsi, courseType: 'M.Tech', pricePaise: 90_000_00 });
    await seed.course({ branch: civil, pricePaise: 1_25_000_50 });
    await openWizard(page);
    await search(page, seed.city);
    await choose(page, vlsi, 6);
    const category = page.getByText('In this category').locator('..');
    await expect(category).toContainText('6 seats₹5,40,000.00');
    await goToStep(page, 'B.Tech');
    await expect(category).toContainText('0 seats₹0.00');
    await search(page, seed.city);
    await choose(page, civil, 2);
    await expect(category).toContainText('2 seats₹2,50,001.00');
    await openSummary(page);
    await expect(summary(page).getByRole('listitem')).toHaveText([
      new RegExp(`^${vlsi}M\\.Tech.*6 × ₹90,000\\.00₹5,40,000\\.00$`),
      new RegExp(`^${civil}B\\.Tech.*2 × ₹1,25,000\\.50₹2,50,001\\.00$`),
    ]);
    await expect(summary(page)).toContainText('8 seats₹7,90,001.00');
    await seatsOf(cardOf(page, civil)).fill('3');
    await expect(summary(page)).toContainText('9 seats');
    await search(page, seed.city);
    await expect(page.getByRole('article')).toHaveCount(1);
    await expectAccessible(page);
  });

  test(
    'a category of 130 courses has pages and filters; what is ticked stays, and the budget is counted down',
    { tag: '@one-screen' },
    async ({ page, seed, database }) => {
      await database`
        insert into courses (city, course_type, branch, total_seats, price_paise)
        select ${seed.city}, 'M.Tech', 'Branch ' || lpad(n::text, 3, '0') || ${` ${seed.city}`}, 60, n * 100000
          from generate_series(1, 130) n`;
      await page.goto(`${WIZARD}?${new URLSearchParams({ step: '1', q: seed.city, budget: '100000', sort: 'price' })}`);
      const cards = page.getByRole('article');
      await expect(cards).toHaveCount(60);
      await expect(page.getByText('130 courses, 1 to 60 shown')).toBeVisible();
      await choose(page, `Branch 001 ${seed.city}`, 3);
      await page.getByRole('link', { name: 'Page 3' }).click();
      await expect(cards).toHaveCount(10);
      await choose(page, `Branch 130 ${seed.city}`, 2);
      await expect(page.getByText('1 course you chose is not among them.')).toBeVisible();
      await openSummary(page);
      await expect(summary(page)).toContainText('5 seats');
      await expect(page.getByText('over your budget of ₹1,00,000.00').filter({ visible: true }).first()).toBeVisible();
      await page.goBack();
      await expect(seatsOf(cardOf(page, `Branch 001 ${seed.city}`))).toHaveValue('3');
      await button(page, 'Next').click();
      await expect(heading(page, 'B.Tech')).toBeFocused();
      await page.goBack();
      await expect(heading(page, 'M.Tech')).toBeFocused();
      await expect(seatsOf(cardOf(page, `Branch 001 ${seed.city}`))).toHaveValue('3');
      expect((await storedSelection(page)).currentStep).toBe(1);
    },
  );

  test('the search finds Hindi names of cities, and short forms @one-screen', async ({ page, seed }) => {
    const [ujjain, sagar] = [`Nanotechnology ${seed.city}`, `Aeronautics ${seed.city}`];
    await seed.course({ branch: ujjain, courseType: 'M.Tech', city: 'Ujjain' });
    await seed.course({ branch: sagar, courseType: 'M.Tech', city: 'Sagar' });
    await openWizard(page);
    await search(page, `उज्जैन ${seed.city}`);
    await expect(cardOf(page, sagar)).toBeHidden();
    await expect(cardOf(page, ujjain)).toBeVisible();
  });

  test('A-61 a search still shows that hidden courses are selected @one-screen', async ({ page, seed, isMobile }) => {
    const [vlsi, power] = [`VLSI ${seed.city}`, `Power ${seed.city}`];
    await seed.course({ branch: vlsi, courseType: 'M.Tech' });
    await seed.course({ branch: power, courseType: 'M.Tech' });
    await openWizard(page);
    await search(page, seed.city);
    await choose(page, vlsi, 2);
    await search(page, power);
    await expect(cardOf(page, vlsi)).toBeHidden();
    await expect(cardOf(page, power)).toBeVisible();
    await expect(page.getByText('1 course you chose is not among them.')).toBeVisible();
    await openSummary(page);
    await expect(summary(page)).toContainText(vlsi);
    await search(page, 'no such branch anywhere');
    await expect(page.getByRole('article')).toHaveCount(0);
    // On a phone the buttons stay at the bottom edge, above the footer.
    const [next, footer] = [
      await button(page, 'Next').boundingBox(),
      await page.getByRole('contentinfo').boundingBox(),
    ];
    if (isMobile) expect(footer!.y - next!.y - next!.height).toBeLessThan(24);
    await search(page, seed.city);
    await expect(seatsOf(cardOf(page, vlsi))).toHaveValue('2');
  });

  test(
    'R-DSEL-10 R-WIZ-15 R-ENT-12 Next stores the selection and the step: both survive a reload',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      const vlsi = `VLSI ${seed.city}`;
      const { id } = await seed.course({ branch: vlsi, courseType: 'M.Tech' });
      await openWizard(page);
      await search(page, seed.city);
      await choose(page, vlsi, 4);
      expect((await storedSelection(page)).selections).toEqual({});
      await button(page, 'Next').click();
      await expect(heading(page, 'B.Tech')).toBeVisible();
      await page.reload();
      await expect(heading(page, 'B.Tech')).toBeVisible();
      expect((await storedSelection(page)).selections).toMatchObject({ [id]: { isSelected: true, seats: 4 } });
      await button(page, 'Previous').click();
      await expect(heading(page, 'M.Tech')).toBeVisible();
      await search(page, seed.city);
      await expect(seatsOf(cardOf(page, vlsi))).toHaveValue('4');
    },
  );

  test('R-WIZ-06 Complete without a course shows a message and stays', { tag: '@one-screen' }, async ({ page }) => {
    await openWizard(page);
    await goToStep(page, 'ITI');
    await button(page, 'Complete').click();
    await expect(toast(page, 'Please select at least one course with seats')).toBeVisible();
    await expect(page).toHaveURL(`${WIZARD}?step=4`);
  });

  test(
    'R-WIZ-07 A-60 Complete opens the payment with the selections of steps and city views',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      const [vlsi, fitter] = [`VLSI ${seed.city}`, `Fitter ${seed.city}`];
      const poly = await seed.course({ branch: `Poly ${seed.city}`, courseType: 'Polytechnic' });
      const [mtech, iti] = [
        await seed.course({ branch: vlsi, courseType: 'M.Tech' }),
        await seed.course({ branch: fitter, courseType: 'ITI' }),
      ];
      await page.goto(`/dashboard/city/${encodeURIComponent(seed.city)}/Polytechnic`);
      await choose(page, `Poly ${seed.city}`, 2);
      await page.getByRole('button', { name: 'Proceed to Lock' }).filter({ visible: true }).click();
      await expect(page).toHaveURL('/dashboard/payment');
      await openWizard(page);
      await search(page, seed.city);
      await choose(page, vlsi, 3);
      await goToStep(page, 'ITI');
      await search(page, seed.city);
      await choose(page, fitter, 4);
      await openSummary(page);
      await expect(summary(page)).toContainText(`Poly ${seed.city}`);
      await button(page, 'Complete').click();
      await expect(page).toHaveURL('/dashboard/payment');
      const { selectedCourses } = await storedSelection(page);
      expect(Object.fromEntries(selectedCourses!.map(({ id, selectedSeats }) => [id, selectedSeats]))).toEqual({
        [poly.id]: 2,
        [mtech.id]: 3,
        [iti.id]: 4,
      });
      await expect(page.getByText(fitter).filter({ visible: true }).first()).toBeVisible();
      await page.goto(`/dashboard/city/${encodeURIComponent(seed.city)}/ITI`);
      await expect(seatsOf(cardOf(page, fitter))).toHaveValue('4');
    },
  );

  test('R-DSEL-12 the other address shows the same wizard', { tag: '@one-screen' }, async ({ page }) => {
    await openWizard(page, '/dashboard/course-selection');
    await expect(page).toHaveURL('/dashboard/course-selection');
    await expect(steps(page)).toHaveCount(4);
    await expect(button(page, 'Next')).toBeEnabled();
  });

  test(
    'R-LIST-11 R-VAL-26 R-VAL-27 a full course cannot be ticked, too many seats are refused',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      const [full, some] = [`Full ${seed.city}`, `Some ${seed.city}`];
      await seed.course({ branch: full, courseType: 'M.Tech', adoptedSeats: 60 });
      await seed.course({ branch: some, courseType: 'M.Tech', adoptedSeats: 50 });
      await openWizard(page);
      await search(page, seed.city);
      await expect(cardOf(page, full).getByRole('checkbox', { name: 'No seats available' })).toBeDisabled();
      await choose(page, some, 10);
      await seatsOf(cardOf(page, some)).fill('11');
      await expect(toast(page, 'Maximum available seats: 10')).toBeVisible();
      await expect(seatsOf(cardOf(page, some))).toHaveValue('10');
    },
  );

  test(
    'A-03 seats sold meanwhile are reported, and the selection is updated',
    { tag: '@one-screen' },
    async ({ page, seed, database }) => {
      const vlsi = `VLSI ${seed.city}`;
      const { id } = await seed.course({ branch: vlsi, courseType: 'M.Tech' });
      await openWizard(page);
      await search(page, seed.city);
      await choose(page, vlsi, 9);
      await button(page, 'Next').click();
      await expect(heading(page, 'B.Tech')).toBeVisible();
      await database`update courses set adopted_seats = 56 where id = ${id}`;
      await page.reload();
      await expect(page.getByText('Maximum available seats: 4')).toBeVisible();
      expect((await storedSelection(page)).selections).toMatchObject({ [id]: { seats: 4 } });
    },
  );

  test(
    'R-DSEL-04 R-DSEL-05 R-DSEL-06 leaving by the sidebar and by Logout asks for confirmation; discarding drops the draft',
    { tag: '@one-screen' },
    async ({ page, seed }) => {
      const vlsi = `VLSI ${seed.city}`;
      await seed.course({ branch: vlsi, courseType: 'M.Tech' });
      await openWizard(page);
      await search(page, seed.city);
      await choose(page, vlsi, 2);
      await (await sidebar(page, 'button', 'Logout')).click();
      await expect(dialog(page, 'Unsaved Changes')).toBeVisible();
      await page.getByRole('button', { name: 'Stay Here' }).click();
      await expect(seatsOf(cardOf(page, vlsi))).toHaveValue('2');
      await (await sidebar(page, 'link', 'Profile')).click();
      await expect(dialog(page, 'Unsaved Changes')).toBeVisible();
      await page.getByRole('button', { name: 'Discard Changes' }).click();
      await expect(page).toHaveURL('/dashboard/profile');
      expect((await storedSelection(page)).selections).toEqual({});
    },
  );
});

test.describe('a session that ends in the middle of the wizard', () => {
  // Long sequence: the wizard, the login page and the wizard again, each a new document.

  test(
    'A-45 A-30 R-DSEL-10 keeps the selection for the same user and drops it for another',
    { tag: '@one-screen' },
    async ({ page, context, account, seed, database, request }) => {
      const [vlsi, power] = [`VLSI ${seed.city}`, `Power ${seed.city}`];
      const ids = [
        (await seed.course({ branch: vlsi, courseType: 'M.Tech' })).id,
        (await seed.course({ branch: power, courseType: 'M.Tech' })).id,
      ];
      const session = await signIn(page, account);
      await openWizard(page);
      await search(page, seed.city);
      await choose(page, vlsi, 4);
      await button(page, 'Next').click();
      await button(page, 'Previous').click();
      await expect(heading(page, 'M.Tech')).toBeVisible();
      await search(page, seed.city);
      await choose(page, power, 2);

      const asked: string[] = [];
      page.on('dialog', async (browserDialog) => {
        asked.push(browserDialog.type());
        await browserDialog.accept();
      });
      // Another tab finds that the session has ended; this one is notified while it has a draft.
      const other = await context.newPage();
      await database`delete from sessions where user_id = ${session.id}`;
      await other.goto('/dashboard/profile', { waitUntil: 'commit' });
      await expect(page).toHaveURL(AT_LOGIN);
      await loadedAt(page, '/login');
      expect(asked).toEqual([]);
      await other.close();

      await logInByForm(page, account);
      await openWizard(page);
      await search(page, seed.city);
      await expect(seatsOf(cardOf(page, vlsi))).toHaveValue('4');
      await expect(seatsOf(cardOf(page, power))).toHaveValue('2');
      expect(Object.keys((await storedSelection(page)).selections!).sort()).toEqual(ids.toSorted());

      const somebodyElse = await register(request);
      await database`delete from sessions where user_id = ${session.id}`;
      await page.goto('/dashboard');
      await expect(page).toHaveURL('/login');
      await logInByForm(page, somebodyElse);
      await openWizard(page);
      await search(page, seed.city);
      await expect(tickBox(cardOf(page, vlsi))).not.toBeChecked();
      expect((await storedSelection(page)).selections).toEqual({});
    },
  );

  test(
    'R-WIZ-07 A-45 Complete with an ended session redirects to the login and loses nothing',
    { tag: '@one-screen' },
    async ({ page, account, seed, database }) => {
      const fitter = `Fitter ${seed.city}`;
      const { id } = await seed.course({ branch: fitter, courseType: 'ITI' });
      const session = await signIn(page, account);
      await openWizard(page);
      await goToStep(page, 'ITI');
      await search(page, seed.city);
      await choose(page, fitter, 3);
      await database`delete from sessions where user_id = ${session.id}`;
      await button(page, 'Complete').click();
      await expect(page).toHaveURL('/login?to=%2Fdashboard%2Fpayment');
      await logInByForm(page, account);
      await page.goto('/dashboard/payment');
      await expect(page.getByText(fitter).filter({ visible: true }).first()).toBeVisible();
      expect((await storedSelection(page)).selectedCourses).toMatchObject([{ id, selectedSeats: 3 }]);
    },
  );
});

test(
  'R-WIZ-11 R-WIZ-12 R-WIZ-13 R-WIZ-14 a category without courses, and a load that fails',
  { tag: '@one-screen' },
  async ({ page, request, database }, { workerIndex }) => {
    await withOwnApp(database, `wizard_${workerIndex}`, async ({ url, sql }) => {
      await insertCourse(sql, {
        city: 'Bhopal',
        courseType: 'B.Tech',
        branch: 'Civil',
        institute: null,
        totalSeats: 60,
        adoptedSeats: 0,
        pricePaise: 1_25_000_00,
        isOpen: true,
      });
      const account = { email: 'wizard@narmada.example', password: 'seats for the wizard' };
      const details = { full_name: 'Radhika Deshmukh', designation: 'Head', company_name: 'Narmada Motors' };
      await request.post(`${url}/api/user/register`, {
        data: { ...details, ...account, phone_number: '9826012345' },
      });
      await page.goto(`${url}/login`);
      await page.getByLabel('Email', { exact: true }).fill(account.email);
      await page.getByLabel('Password', { exact: true }).fill(account.password);
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(page).toHaveURL(`${url}/dashboard`);

      await page.goto(url + WIZARD);
      await expect(page.getByRole('heading', { name: 'No M.Tech courses are currently available' })).toBeVisible();
      await expect(page.getByText('Please check back later or explore other categories')).toBeVisible();
      await expectAccessible(page);
      await button(page, 'Next').click();
      await expect(cardOf(page, 'Civil')).toBeVisible();

      await sql`alter table courses rename to courses_away`;
      await page.goto(url + WIZARD);
      await expect(page.getByRole('heading', { name: 'Failed to Load Courses' })).toBeVisible();
      await expect(page.getByText('Failed to fetch courses')).toBeVisible();
      await expectAccessible(page);
      await sql`alter table courses_away rename to courses`;
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(heading(page, 'B.Tech')).toBeVisible();
      await expect(cardOf(page, 'Civil')).toBeVisible();
    });
  },
);
