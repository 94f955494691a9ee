import { expect, test, type Page } from '../testing/e2e';
import { AT_LOGIN, loadedAt, register, signIn, type TestAccount } from '../testing/e2e/account';
import {
  branchesOf,
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

  test('R-WIZ-01 R-WIZ-02 R-WIZ-03 R-WIZ-04 R-WIZ-05 R-WIZ-06 R-DSEL-12 four steps, forward and back, without a selection and without a dialog; Complete needs a course', async ({
    page,
  }) => {
    await openWizard(page, '/dashboard/course-selection');
    await expect(page).toHaveURL('/dashboard/course-selection');
    await openWizard(page);
    await expect(steps(page)).toHaveText([/M\.Tech$/, /B\.Tech$/, /Diploma$/, /ITI$/]);
    await expect(button(page, 'Previous')).toBeDisabled();
    await button(page, 'Next').click();
    await expect(heading(page, 'B.Tech')).toBeFocused();
    await expect(steps(page)).toHaveText(['Completed: 1M.Tech', 'Now: 2B.Tech', 'To come: 3Diploma', 'To come: 4ITI']);
    await expect(steps(page).nth(1)).toHaveAttribute('aria-current', 'step');
    await expect(page.locator('[aria-current="step"]')).toHaveCount(1);
    await goToStep(page, 'ITI');
    await expect(button(page, 'Next')).toBeHidden();
    await button(page, 'Complete').click();
    await expect(toast(page, 'Please select at least one course with seats')).toBeVisible();
    await expect(page).toHaveURL(`${WIZARD}?step=4`);
    await button(page, 'Previous').click();
    await expect(heading(page, 'Diploma')).toBeVisible();
    await expect(button(page, 'Complete')).toBeHidden();
  });

  test('R-WIZ-08 R-LIST-11 R-VAL-26 R-VAL-27 A-61 a step lists its category over all cities by branch, found also in Hindi and by short forms; a full course cannot be ticked, too many seats are refused, and what a search hides stays chosen', async ({
    page,
    seed,
  }) => {
    const far = `${seed.city} Far`;
    const [mining, civil] = [`${seed.city} Mining`, `${seed.city} civil`];
    await seed.course({ branch: mining, courseType: 'M.Tech', institute: 'Zeta College', adoptedSeats: 50 });
    await seed.course({ branch: civil, courseType: 'M.Tech', city: far, institute: `Alpha, ${far}`, adoptedSeats: 60 });
    await seed.course({ branch: `${seed.city} Civil`, courseType: 'B.Tech' });
    await seed.course({ branch: `Nanotechnology ${seed.city}`, courseType: 'M.Tech', city: 'Ujjain' });
    await openWizard(page);
    await search(page, `उज्जैन ${seed.city}`);
    await expect(branchesOf(page)).toHaveText([`Nanotechnology ${seed.city}`]);
    await search(page, seed.city);
    await expect(branchesOf(page)).toHaveText([civil, mining, `Nanotechnology ${seed.city}`]);
    await expect(cardOf(page, mining).getByText(`Zeta College, ${seed.city}`, { exact: true })).toBeVisible();
    await expect(cardOf(page, civil).getByText(`Alpha, ${far}`, { exact: true })).toBeVisible();
    await expect(cardOf(page, civil).getByRole('checkbox', { name: 'No seats available' })).toBeDisabled();
    await choose(page, mining, 10);
    await seatsOf(cardOf(page, mining)).fill('11');
    await expect(toast(page, 'Maximum available seats: 10')).toBeVisible();
    await expect(seatsOf(cardOf(page, mining))).toHaveValue('10');
    await search(page, 'xyzzy');
    await expect(page.getByRole('article')).toHaveCount(0);
    await expect(page.getByText('1 course you chose is not among them.')).toBeVisible();
    await openSummary(page);
    await expect(summary(page)).toContainText(mining);
    await search(page, seed.city);
    await expect(seatsOf(cardOf(page, mining))).toHaveValue('10');
    await page.getByRole('button', { name: 'Go to payment' }).filter({ visible: true }).click();
    await expect(page).toHaveURL('/dashboard/payment');
    await expect(page.getByText(mining).filter({ visible: true }).first()).toBeVisible();
  });

  test('a category of 130 courses has pages and filters; what is ticked stays, and the budget is counted down', async ({
    page,
    seed,
    database,
  }) => {
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
  });

  test('R-WIZ-07 R-WIZ-09 R-WIZ-10 R-WIZ-15 R-DPAY-20 R-DSEL-10 R-ENT-12 A-60 A-03 the summary runs over all steps and city views, the total is that of the category; Next stores both, also what was sold meanwhile, and Complete opens the payment with all', async ({
    page,
    seed,
    database,
  }) => {
    const [vlsi, civil, fitter] = [`VLSI ${seed.city}`, `Civil ${seed.city}`, `Fitter ${seed.city}`];
    const poly = await seed.course({ branch: `Poly ${seed.city}`, courseType: 'Polytechnic', pricePaise: 1_000_00 });
    const mtech = await seed.course({ branch: vlsi, courseType: 'M.Tech', pricePaise: 90_000_00 });
    const btech = await seed.course({ branch: civil, pricePaise: 1_25_000_50 });
    const iti = await seed.course({ branch: fitter, courseType: 'ITI' });
    await page.goto(`/dashboard/city/${encodeURIComponent(seed.city)}/Polytechnic`);
    await choose(page, `Poly ${seed.city}`, 2);
    await page.getByRole('button', { name: 'Proceed to Lock' }).filter({ visible: true }).click();
    await expect(page).toHaveURL('/dashboard/payment');

    await openWizard(page);
    await search(page, seed.city);
    await choose(page, vlsi, 6);
    const category = page.getByText('In this category').locator('..');
    await expect(category).toContainText('6 seats₹5,40,000.00');
    expect(Object.keys((await storedSelection(page)).selections!)).toEqual([poly.id]);
    await button(page, 'Next').click();
    await expect(heading(page, 'B.Tech')).toBeVisible();
    await expect(category).toContainText('0 seats₹0.00');
    expect((await storedSelection(page)).selections).toMatchObject({ [mtech.id]: { isSelected: true, seats: 6 } });
    await database`update courses set adopted_seats = 56 where id = ${mtech.id}`;
    await page.reload();
    await expect(heading(page, 'B.Tech')).toBeVisible();
    await expect(page.getByText('Maximum available seats: 4')).toBeVisible();
    await search(page, seed.city);
    await choose(page, civil, 2);
    await expect(category).toContainText('2 seats₹2,50,001.00');
    await openSummary(page);
    for (const line of [`${vlsi}M.Tech`, '4 × ₹90,000.00₹3,60,000.00', '2 × ₹1,25,000.50₹2,50,001.00', 'Poly'])
      await expect(summary(page)).toContainText(line);
    await expect(summary(page)).toContainText('8 seats₹6,12,001.00');
    await goToStep(page, 'ITI');
    await search(page, seed.city);
    await choose(page, fitter, 4);
    await button(page, 'Complete').click();
    await expect(page).toHaveURL('/dashboard/payment');
    const { selectedCourses } = await storedSelection(page);
    expect(Object.fromEntries(selectedCourses!.map(({ id, selectedSeats }) => [id, selectedSeats]))).toEqual({
      ...{ [poly.id]: 2, [mtech.id]: 4, [btech.id]: 2, [iti.id]: 4 },
    });
    await expect(page.getByText(fitter).filter({ visible: true }).first()).toBeVisible();
  });

  test('R-DSEL-04 R-DSEL-05 R-DSEL-06 leaving by the sidebar and by Logout asks for confirmation; discarding drops the draft', async ({
    page,
    seed,
  }) => {
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
    await page.getByRole('button', { name: 'Discard Changes' }).click();
    await expect(page).toHaveURL('/dashboard/profile');
    expect((await storedSelection(page)).selections).toEqual({});
  });
});

test('A-45 A-30 R-DSEL-10 R-WIZ-07 a session that ends in the middle of the wizard keeps the selection for the same user, also at Complete, and drops it for another', async ({
  page,
  context,
  account,
  seed,
  database,
  request,
}) => {
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

  await goToStep(page, 'ITI');
  await database`delete from sessions where user_id = ${session.id}`;
  await button(page, 'Complete').click();
  await expect(page).toHaveURL('/login?to=%2Fdashboard%2Fpayment');
  await logInByForm(page, account);
  await page.goto('/dashboard/payment');
  await expect(page.getByText(vlsi).filter({ visible: true }).first()).toBeVisible();

  const somebodyElse = await register(request);
  await database`delete from sessions where user_id = ${session.id}`;
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login');
  await logInByForm(page, somebodyElse);
  await openWizard(page);
  await search(page, seed.city);
  await expect(tickBox(cardOf(page, vlsi))).not.toBeChecked();
  expect((await storedSelection(page)).selections).toEqual({});
});
