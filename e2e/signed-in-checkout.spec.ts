import { bearer, chooseSeats, signIn } from '../testing/e2e/account';
import { field, formHeading, GENERATE, sendButton } from '../testing/e2e/checkout';
import { expect, test } from '../testing/e2e';
import { storedSelection } from '../testing/e2e/selection';
import { putInCart } from '../testing/e2e/sponsor';
import { toast } from '../testing/e2e/toast';

test('the sponsor form is filled from the profile, without its country code, and can be changed', async ({
  page,
  seed,
  account,
}) => {
  await putInCart(page, [[await seed.course({ branch: 'Civil' }), 2]]);
  const session = await signIn(page, account);
  const phone = `+91 ${account.phone_number.slice(0, 5)} ${account.phone_number.slice(5)}`;
  const updated = await page.request.put(`/api/user/profile/update/${session.id}`, {
    headers: bearer(session),
    data: {
      full_name: account.full_name,
      designation: account.designation,
      company_name: account.company_name,
      phone_number: phone,
    },
  });
  expect(updated.status()).toBe(200);
  await page.goto('/payment');
  await expect(field(page, 'company')).toHaveValue(account.company_name);
  await expect(field(page, 'fullName')).toHaveValue(account.full_name);
  await expect(field(page, 'email')).toHaveValue(account.email);
  await expect(field(page, 'phone')).toHaveValue(phone.slice(4));
  await expect(field(page, 'phone')).toHaveAccessibleDescription('+91');
  await expect(field(page, 'industry')).toHaveValue('');
  await expect(page.getByText('Filled in from your profile.')).toBeVisible();

  await field(page, 'designation').fill('Director');
  await field(page, 'industry').fill('Automotive');
  const [request] = await Promise.all([page.waitForRequest(GENERATE), sendButton(page).click()]);
  expect(request.postDataJSON()).toMatchObject({
    fullName: account.full_name,
    designation: 'Director',
    phone: account.phone_number,
  });
});

test('the cart can be taken over into the dashboard, where its seats replace those of the same course', async ({
  page,
  seed,
  account,
}) => {
  const [civil, mining, power] = [
    await seed.course({ branch: `Civil ${seed.city}`, courseType: 'M.Tech' }),
    await seed.course({ branch: `Mining ${seed.city}`, courseType: 'M.Tech' }),
    await seed.course({ branch: `Power ${seed.city}`, courseType: 'M.Tech' }),
  ];
  const session = await signIn(page, account);
  await chooseSeats(page, session, [
    [civil, 1],
    [power, 5],
  ]);
  const chosen = await storedSelection(page);
  await putInCart(page, [
    [civil, 4],
    [mining, 3],
  ]);
  await page.evaluate((selection) => {
    const stored = JSON.parse(localStorage.getItem('course-selection-storage')!);
    Object.assign(stored.state, { ...selection, cart: stored.state.cart });
    localStorage.setItem('course-selection-storage', JSON.stringify(stored));
  }, chosen);

  await page.goto('/dashboard');
  const offer = page.getByRole('region', { name: 'In your cart: 7 seats in 2 courses' });
  await expect(offer).toBeVisible();
  await page.goto('/payment');
  await expect(formHeading(page)).toBeVisible();
  await offer.getByRole('button', { name: 'Take over into my selection' }).click();
  await expect(toast(page, '7 seats are now in your selection.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/course-selection(\?step=\d)?$/);
  const { cart, selections, owner } = await storedSelection(page);
  expect(cart).toEqual({});
  expect(owner).toBe(session.id);
  expect(Object.fromEntries(Object.entries(selections!).map(([id, { seats }]) => [id, seats]))).toEqual({
    [civil.id]: 4,
    [mining.id]: 3,
    [power.id]: 5,
  });
  await expect(page.getByText('In your cart:')).toHaveCount(0);
});

test('a pasted country code is removed from the phone number; the code stands before the field; a visitor is offered nothing else', async ({
  page,
  seed,
}) => {
  await putInCart(page, [[await seed.course({ branch: 'Civil' }), 2]]);
  await page.goto('/payment');
  await expect(field(page, 'fullName')).toHaveValue('');
  await expect(page.getByText('In your cart:')).toHaveCount(0);
  const phone = field(page, 'phone');
  for (const [typed, kept] of [
    ['+91 98930 12345', '98930 12345'],
    ['0091-98930-12345', '98930-12345'],
    ['09893012345', '9893012345'],
    ['९८९३० १२३४५', '98930 12345'],
  ] as const) {
    await phone.fill(typed);
    await expect(phone).toHaveValue(kept);
    await phone.blur();
    await expect(page.getByText('Invalid phone number (10 digits required)')).toHaveCount(0);
  }
  await phone.fill('');
  await phone.pressSequentially('+91 98930 12345');
  await expect(phone).toHaveValue('98930 12345');
  await phone.fill('98930 1234');
  await expect(page.getByText('Invalid phone number (10 digits required)')).toBeVisible();
});
