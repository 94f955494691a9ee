import { expect, test, type Page } from '../testing/e2e';
import { signIn } from '../testing/e2e/account';
import { expectHindi } from '../testing/e2e/hindi';
import { expectShape } from '../testing/e2e/shape';
import { storedSelection } from '../testing/e2e/selection';
import { toast } from '../testing/e2e/toast';

const lineOf = (page: Page, branch: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: branch, exact: true }) });
const seatsOf = (page: Page, branch: string) =>
  lineOf(page, branch).getByRole('spinbutton', { name: 'Number of seats' });
const put = (page: Page, name = 'Put into cart') =>
  page.getByRole('button', { name }).filter({ visible: true }).first();
const planOf = (city: string, budget: string, more = '') =>
  `/plan?${new URLSearchParams({ budget, place: city }).toString()}${more}`;

test('from the landing page with a budget to the cart, with which the proposal is merged', async ({ page, seed }) => {
  await seed.course({ branch: 'Civil', institute: 'Zeta College', totalSeats: 10, pricePaise: 70_000_00 });
  await seed.course({ branch: 'Mechanical', institute: 'Alpha College', totalSeats: 10, pricePaise: 50_000_00 });
  await seed.course({ branch: 'Welder', courseType: 'ITI', totalSeats: 10, pricePaise: 10_000_00 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Plan with a budget' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Plan with a budget' })).toBeVisible();

  await page.getByLabel('Budget (₹)').fill('3.2 lakh');
  await page.getByLabel('B.Tech', { exact: true }).check();
  await page.getByLabel('City or town').fill(seed.city);
  await page.getByRole('button', { name: 'Propose seats' }).click();

  // Six cost 3,00,000 in any case; one of them for 70,000 leaves nothing.
  await expect(page.getByText('6 seats at 2 institutes')).toBeVisible();
  await expect(seatsOf(page, 'Mechanical')).toHaveValue('5');
  await expect(seatsOf(page, 'Civil')).toHaveValue('1');
  await expect(lineOf(page, 'Welder')).toHaveCount(0);
  await expect(page.getByText('₹0.00 of your budget of ₹3,20,000.00 is left').first()).toBeVisible();
  await expect(page.getByText('No other choice within your wishes has more seats.')).toBeVisible();
  await expect(page.getByLabel('Budget (₹)')).toHaveValue('3.2 lakh');
  await expect(page.getByRole('figure')).toContainText(`On no map: ${seed.city}`);

  await seatsOf(page, 'Mechanical').fill('7');
  await expect(page.getByText('₹1,00,000.00 more than your budget of ₹3,20,000.00').first()).toBeVisible();
  await seatsOf(page, 'Mechanical').fill('11');
  await expect(toast(page, 'Maximum available seats: 10')).toBeVisible();
  await expect(seatsOf(page, 'Mechanical')).toHaveValue('7');
  await seatsOf(page, 'Mechanical').fill('2');
  await lineOf(page, 'Civil').getByRole('button', { name: 'Remove' }).click();
  await expect(lineOf(page, 'Civil')).toHaveCount(0);
  await expect(page.getByText('₹2,20,000.00 of your budget of ₹3,20,000.00 is left').first()).toBeVisible();

  await put(page).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText('Mechanical')).toBeVisible();
  const lines = async () => Object.values((await storedSelection(page)).cart ?? {});
  expect(await lines()).toMatchObject([{ branch: 'Mechanical', selectedSeats: 2, totalPrice: 100_000 }]);

  // Other wishes, and a proposal that joins what is in the cart.
  await page.goto(planOf(seed.city, '1 lakh', '&least=30'));
  await expect(page.getByRole('heading', { name: 'No seats fit your wishes' })).toBeVisible();
  await page.goto(planOf(seed.city, '2.2 lakh', '&aim=spread&most=1&words=civil'));
  await expect(page.getByText('2 seats for ₹1,00,000.00 are in your cart already and counted.')).toBeVisible();
  await expect(page.getByText('1 seat at 1 institute', { exact: true })).toBeVisible();
  await expect(page.getByText('₹50,000.00 of your budget of ₹2,20,000.00 is left').first()).toBeVisible();
  await put(page).click();
  await expect(page).toHaveURL('/cart');
  expect(await lines()).toHaveLength(2);
});

test('two trades with shares on a phone: what is left is said once, the dock is low, and the cart is counted', async ({
  page,
  database,
  seed,
}) => {
  await seed.course({ branch: 'Electrician', courseType: 'ITI', totalSeats: 9, pricePaise: 20_000_00 });
  await seed.course({ branch: 'Fitter', courseType: 'ITI', totalSeats: 9, pricePaise: 30_000_00 });
  await seed.course({ branch: 'Welder', courseType: 'ITI', totalSeats: 9, pricePaise: 4_000_00 });
  await database`update courses set duration_years = 2 where city = ${seed.city}`;
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto('/plan');
  await page.getByLabel('Budget (₹)').fill('1.7 lakh');
  await page.getByLabel('Trades, branches or institutes').fill('electrician 60 %, fitter 40 %');
  await page.getByLabel('City or town').fill(seed.city);
  await page.getByRole('button', { name: 'Propose seats' }).click();

  await expect(page.getByText('electrician: 5 seats for ₹1,00,000.00')).toBeVisible();
  await expect(page.getByText('fitter: 2 seats for ₹60,000.00')).toBeVisible();
  await expect(page.getByText(/^for \d{4}-\d{2}; ₹3,20,000.00 until the courses end$/).first()).toBeVisible();
  await expect(page.getByText('₹10,000.00 left')).toBeInViewport();
  await expect(page.getByText('₹10,000.00 of your budget').first()).toBeHidden();
  const dock = page.getByRole('region', { name: 'Put into cart' });
  expect((await dock.boundingBox())!.height).toBeLessThan(667 / 5);
  await expectShape(page);
  await expect(page.getByLabel('fitter', { exact: true })).toHaveValue('40');
  await page.getByRole('link', { name: 'Add Welder: up to 2 seats for ₹8,000.00' }).click();
  await expect(page.getByLabel('Trades, branches or institutes')).toHaveValue('electrician, fitter, Welder');
  await expect(lineOf(page, 'Welder')).toBeVisible();
  await page.goBack();
  await expect(lineOf(page, 'Welder')).toBeHidden();

  await put(page).click();
  await expect(page).toHaveURL('/cart');
  await page.goto(planOf(seed.city, '2 lakh', '&words=electrician'));
  await expect(page.getByText('7 seats for ₹1,60,000.00 are in your cart already and counted.')).toBeVisible();
  await expect(seatsOf(page, 'Electrician')).toHaveValue('2');
  await expect(lineOf(page, 'Electrician')).toContainText('In your cart already: 5 seats');
  await put(page).click();
  await expect(page).toHaveURL('/cart');
  const lines = Object.values((await storedSelection(page)).cart ?? {}) as { selectedSeats: number }[];
  expect(lines.map(({ selectedSeats }) => selectedSeats).toSorted()).toEqual([2, 7]);
});

test('a wrong value gets an error at its field and stays', async ({ page, seed }) => {
  await page.goto(planOf('Atlantis', '25 lakh'));
  const place = page.getByLabel('City or town');
  await expect(place).toHaveAccessibleDescription(/We do not know this place/);
  await expect(place).toHaveValue('Atlantis');
  await expect(place).toBeFocused();
  await page.goto(planOf(seed.city, '1e30', '&least=0&type=ITI&aim=spread'));
  const budget = page.getByLabel('Budget (₹)');
  await expect(budget).toHaveAccessibleDescription(/Please enter an amount in rupees, such as 25 lakh/);
  await expect(budget).toHaveValue('1e30');
  await expect(page.getByLabel('Least seats per institute')).toHaveAccessibleDescription(/from 1 to 10,000/);
  await expect(page.getByLabel('ITI', { exact: true })).toBeChecked();
  await expect(page.getByRole('radio', { name: /Many institutes/ })).toBeChecked();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('wishes are sent and the proposal is shown', async ({ page, seed }) => {
    await seed.course({ branch: 'Mechanical', totalSeats: 10, pricePaise: 50_000_00 });
    await page.goto('/plan');
    await page.getByLabel('Budget (₹)').fill('२ लाख');
    await page.getByLabel('City or town').fill(seed.city);
    await page.getByRole('button', { name: 'Propose seats' }).click();
    await expect(page.getByText('4 seats at 1 institute', { exact: true })).toBeVisible();
    await expect(seatsOf(page, 'Mechanical')).toHaveValue('4');
    await expect(page.getByLabel('Budget (₹)')).toHaveValue('२ लाख');
  });
});

test('with the keyboard alone', async ({ page, seed }) => {
  await seed.course({ branch: 'Mechanical', totalSeats: 10, pricePaise: 50_000_00 });
  await page.goto('/plan');
  await page.getByLabel('Budget (₹)').focus();
  await page.keyboard.type('2 lakh');
  await page.getByLabel('City or town').focus();
  await page.keyboard.type(seed.city);
  await page.keyboard.press('Enter');
  await expect(seatsOf(page, 'Mechanical')).toHaveValue('4');
  await seatsOf(page, 'Mechanical').focus();
  await page.keyboard.press('ArrowDown');
  await expect(seatsOf(page, 'Mechanical')).toHaveValue('3');
  await lineOf(page, 'Mechanical').getByRole('button', { name: 'Remove' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Our proposal' })).toBeFocused();
  await page.getByRole('button', { name: 'Restore the proposal' }).press('Enter');
  await put(page).press('Enter');
  await expect(page).toHaveURL('/cart');
});

test('in Hindi, with a place in Hindi', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
  await page.goto('/plan?budget=' + encodeURIComponent('२५ लाख') + '&place=' + encodeURIComponent('इंदौर'));
  await expect(page.getByRole('heading', { name: 'हमारा सुझाव' })).toBeVisible();
  await expectHindi(page, [
    'Civil Engineering',
    'Mechanical Engineering',
    'Electronics',
    'Computer Science',
    'Indore Engineering College',
    'Indore',
  ]);
});

test('from the wizard to the dashboard selection', async ({ page, account, seed }) => {
  await seed.course({ branch: 'Mechanical', courseType: 'M.Tech', totalSeats: 10, pricePaise: 50_000_00 });
  await signIn(page, account);
  await page.goto('/dashboard/new-course-selection');
  await page.getByRole('link', { name: 'Plan with a budget' }).click();
  await expect(page).toHaveURL('/dashboard/plan?type=M.Tech');
  await expect(page.getByLabel('M.Tech', { exact: true })).toBeChecked();
  await page.getByLabel('Budget (₹)').fill('1 lakh');
  await page.getByLabel('City or town').fill(seed.city);
  await page.getByRole('button', { name: 'Propose seats' }).click();
  await expect(seatsOf(page, 'Mechanical')).toHaveValue('2');
  await put(page, 'Put into selection').click();
  await expect(page).toHaveURL('/dashboard/payment');
  await expect(page.getByText('Mechanical').first()).toBeVisible();
});

test('the seats of a proposal are drawn in their districts, and follow its changes', async ({ page, seed }) => {
  const branch = `Weaving ${seed.city}`;
  const { city } = await seed.course({ branch, city: 'Sagar', totalSeats: 10, pricePaise: 10_000_00 });
  await page.goto(`/plan?${new URLSearchParams({ budget: '1 lakh', place: city, words: `Weaving ${seed.city}` })}`);
  const map = page.getByRole('figure');
  await expect(map).toContainText('Sagar: 10');
  await expect(map.locator('path[fill*="btech"]')).toBeVisible();
  await seatsOf(page, branch).fill('4');
  await expect(map).toContainText('Sagar: 4');
});
