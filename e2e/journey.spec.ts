import { expect, test, type Page } from '../testing/e2e';
import { tabTo } from '../testing/e2e/keyboard';
import { readPdf } from '../testing/e2e/pdf';
import {
  codeField,
  fillForm,
  LABELS,
  newSponsor,
  putInCart,
  sendCode,
  thankYou,
  verify,
  verifyButton,
  type TestSponsor,
} from '../testing/e2e/sponsor';
import { toast } from '../testing/e2e/toast';

/** A city on the map whose figures no other test checks. */
const CITY = 'Ujjain';

const typeLink = (page: Page, type: string) => page.getByRole('main').locator(`a[href="/select-region/${type}"]`);
/** On a desktop, the drawing of the server has the same label, hidden, until Leaflet starts. */
const mapLabel = (page: Page) => page.locator(`[data-label="${CITY}"]:visible`);
const card = (page: Page, branch: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading').getByText(branch, { exact: true }) });
const tickBox = (page: Page, branch: string) => card(page, branch).getByRole('checkbox', { name: 'Select Course' });
const seatsOf = (page: Page, branch: string) => card(page, branch).getByRole('spinbutton');

const uniqueBranch = (sponsor: TestSponsor, name: string) => `${name} ${sponsor.phone}`;

test.describe('a visitor adopts seats', () => {
  test(
    'R-BIZ-06 R-ROLE-01 R-ROLE-02 R-ROLE-03 from the course type to the PDF, without an account',
    { tag: '@phone' },
    async ({ page, seed, database, outbox }) => {
      const sponsor = newSponsor();
      const computing = await seed.course({ city: CITY, branch: uniqueBranch(sponsor, 'Computing') });
      const mechanical = await seed.course({ city: CITY, branch: uniqueBranch(sponsor, 'Mechanical'), totalSeats: 30 });
      const refused: string[] = [];
      page.on('response', (response) => response.status() === 401 && refused.push(response.url()));

      await page.goto('/');
      await typeLink(page, 'B.Tech').click();
      await expect(page).toHaveURL('/select-region/B.Tech');
      await expect(mapLabel(page)).toBeVisible();
      await mapLabel(page).click();
      await expect(page).toHaveURL(`/course-list/${CITY}/B.Tech`);

      await tickBox(page, computing.branch).check();
      await seatsOf(page, computing.branch).fill('12');
      await tickBox(page, mechanical.branch).check();
      await page.getByRole('button', { name: 'Proceed to Lock' }).click();
      await expect(page).toHaveURL('/cart');
      await expect(page.getByText('13 seats in 2 courses')).toBeVisible();
      await page.getByRole('link', { name: 'Proceed to Lock Seats' }).click();

      await expect(page).toHaveURL('/payment');
      await expect(page.getByRole('row').filter({ hasText: 'Total Amount' })).toContainText('₹16,25,000');
      await sendCode(page, sponsor);
      await expect(verifyButton(page)).toBeInViewport({ ratio: 1 });
      expect(await database`select adopted_seats from courses where id = ${computing.id}`).toEqual([
        { adopted_seats: 0 },
      ]);

      const downloaded = page.waitForEvent('download');
      await verify(page, await outbox.latestCode(sponsor.email));
      const file = await downloaded;
      expect(file.suggestedFilename()).toMatch(/^adoption_summary_\d{4}-\d{2}-\d{2}\.pdf$/);
      await expect(thankYou(page)).toContainText(`13 seats in ${CITY} now carry the name of ${sponsor.company}.`);

      const [billing] = await database<{ id: string; reference: string; state: string; total: number }[]>`
      select id, reference, state, total_paise::int as total from billings where sponsor->>'email' = ${sponsor.email}`;
      expect(billing).toMatchObject({ state: 'pledged', total: 16_25_000_00 });
      expect(
        await database`select id, adopted_seats from courses where id in ${database([computing.id, mechanical.id])} order by branch`,
      ).toEqual([
        { id: computing.id, adopted_seats: 12 },
        { id: mechanical.id, adopted_seats: 1 },
      ]);

      const text = await readPdf(await file.path());
      for (const words of [billing!.reference, sponsor.company, sponsor.fullName, sponsor.email, CITY, '₹16,25,000.00'])
        expect(text).toContain(words);
      expect(text).not.toContain('NOT VERIFIED');
      await expect(thankYou(page)).toContainText(billing!.reference);

      await thankYou(page).getByRole('button', { name: 'Continue' }).click();
      await expect(toast(page, 'Thank you for your contribution!')).toBeVisible();
      await expect(page).toHaveURL('/');
      await page.goto('/cart');
      await expect(page.getByText('Your adoption cart is empty')).toBeVisible();
      expect(refused).toEqual([]);

      await page.goto(`/course-list/${CITY}/B.Tech`);
      await expect(card(page, computing.branch)).toContainText('48/60 seats left');
    },
  );

  test('R-BIZ-06 the same journey by keyboard alone, through the list view', async ({
    page,
    seed,
    database,
    outbox,
  }) => {
    const sponsor = newSponsor();
    const course = await seed.course({
      city: CITY,
      branch: uniqueBranch(sponsor, 'Aeronautics'),
      courseType: 'Diploma',
      institute: null,
    });
    const { keyboard } = page;

    await page.goto('/');
    await tabTo(page, typeLink(page, 'Diploma'));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'List View', exact: true }));
    await keyboard.press('Enter');
    const link = page.getByRole('row', { name: new RegExp(CITY) }).getByRole('link', { name: CITY });
    await tabTo(page, link);
    await keyboard.press('Enter');
    await tabTo(page, tickBox(page, course.branch));
    await keyboard.press('Space');
    await tabTo(page, seatsOf(page, course.branch));
    await keyboard.press('ControlOrMeta+A');
    await keyboard.type('3');
    await tabTo(page, page.getByRole('button', { name: 'Proceed to Lock' }));
    await keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Proceed to Lock Seats' }));
    await keyboard.press('Enter');
    await expect(page).toHaveURL('/payment');
    await expect(page.getByRole('main')).toBeFocused();
    for (const [field, label] of Object.entries(LABELS)) {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await keyboard.type(sponsor[field as keyof TestSponsor]);
    }
    await keyboard.press('Enter');
    await expect(codeField(page)).toBeFocused();
    await keyboard.type(await outbox.latestCode(sponsor.email));
    await keyboard.press('Enter');
    await expect(thankYou(page).getByRole('button', { name: 'Continue' })).toBeFocused();
    await keyboard.press('Enter');
    // First, as it does not stay.
    await expect(toast(page, 'Thank you for your contribution!')).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('main')).toBeFocused();
    expect(await database`select adopted_seats from courses where id = ${course.id}`).toEqual([{ adopted_seats: 3 }]);
  });
});

test('A-01 two buyers race for the last seats of one course: one succeeds, the other gets an error, neither gets a part', async ({
  browser,
  seed,
  database,
  outbox,
}) => {
  const course = await seed.course({ branch: 'Last Seats', totalSeats: 10, adoptedSeats: 8 });
  const buyers = await Promise.all(
    [newSponsor(), newSponsor()].map(async (sponsor) => {
      const page = await (await browser.newContext()).newPage();
      await putInCart(page, [[course, 2]]);
      await page.goto('/payment');
      await fillForm(page, sponsor);
      await page.getByRole('button', { name: 'Send OTP' }).click();
      await codeField(page).fill(await outbox.latestCode(sponsor.email));
      return { page, sponsor };
    }),
  );
  const told = (page: Page) => toast(page, 'No seats available for this course');
  await Promise.all(
    buyers.map(async ({ page }) => {
      await verifyButton(page).click();
      await expect(thankYou(page).or(told(page))).toBeVisible();
    }),
  );
  const thanked = await Promise.all(buyers.map(({ page }) => thankYou(page).isVisible()));
  expect(thanked.filter(Boolean)).toHaveLength(1);
  const [winner, loser] = thanked[0] ? buyers : buyers.toReversed();
  await expect(winner!.page.getByRole('alertdialog')).toContainText('2 seats');
  await expect(loser!.page).toHaveURL('/cart');

  expect(await database`select adopted_seats from courses where id = ${course.id}`).toEqual([{ adopted_seats: 10 }]);
  const states = await database`
    select sponsor->>'email' as email, state from billings
    where sponsor->>'email' in ${database(buyers.map(({ sponsor }) => sponsor.email))}`;
  expect(Object.fromEntries(states.map(({ email, state }) => [email, state]))).toEqual({
    [winner!.sponsor.email]: 'pledged',
    [loser!.sponsor.email]: 'draft',
  });
  await Promise.all(buyers.map(({ page }) => page.context().close()));
});
