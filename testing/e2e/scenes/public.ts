import type { Page } from '@playwright/test';
import { newSponsor, putInCart } from '../sponsor';
import type { Scene, Stage, Words } from './scene';

const LIST = '/course-list/Indore/B.Tech';

const fillCart = (page: Page, { courses: [one, two] }: Stage) =>
  putInCart(page, [
    [one, 12],
    [two, 3],
  ]);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

/** Selects 12 seats of the second course in the list that has seats left. */
export async function chooseSeats(page: Page, words: Words): Promise<void> {
  await page.getByRole('checkbox', { name: words.list.card.select, disabled: false }).nth(1).check();
  await page.getByRole('spinbutton').first().fill('12');
  await page.mouse.move(0, 0);
}

/** Shares the cart and opens its link: one course was cheaper when it was shared, the other is not offered any more. */
async function openShared(page: Page, words: Words, { sql, courses: [one] }: Stage): Promise<void> {
  await press(page, words.cart.share.button);
  await press(page, words.cart.share.make);
  const url = await page.getByLabel(words.cart.share.label).inputValue();
  await sql`
    update shared_carts set lines = jsonb_set(jsonb_set(lines, '{0,pricePaise}', '4500000'), '{1,id}',
                                              '"00000000-0000-0000-0000-000000000000"')
     where lines::text like ${`%${one.id}%`}`;
  await page.goto(new URL(url).pathname);
}

/** Submits the form and returns the sponsor that the code was sent to. */
async function sendCode(page: Page, words: Words) {
  const sponsor = newSponsor();
  for (const [field, value] of Object.entries(sponsor))
    await page.getByLabel(words.payment.form[field as keyof typeof sponsor], { exact: true }).fill(value);
  await press(page, words.payment.form.send);
  await page.getByLabel(words.otp.label).waitFor();
  return sponsor;
}

async function thank(page: Page, words: Words, { outbox }: Stage): Promise<void> {
  const { email } = await sendCode(page, words);
  await page.getByLabel(words.otp.label).fill(await outbox.latestCode(email));
  await press(page, words.otp.verify);
  await page.getByRole('alertdialog', { name: words.payment.thanks.title }).waitFor();
}

/** Scenes of the public journey, login and registration. */
export const publicScenes: readonly Scene[] = [
  { name: '01-landing', path: '/' },
  { name: '02-region', path: '/select-region' },
  { name: '02-search', path: '/search?q=CSE+near+Pithampur' },
  { name: '03-region-type', path: '/select-region/B.Tech' },
  {
    name: '04-region-district',
    path: '/select-region/B.Tech',
    // For a moment the district is in the server's drawing and in Leaflet, for which phones wait.
    only: 'desktop',
    reach: (page) => page.locator('.leaflet-container path[data-district="Jabalpur"]').focus(),
  },
  {
    name: '05-region-list',
    path: '/select-region/B.Tech',
    reach: (page, words) => page.getByText(words.region.list, { exact: true }).first().click(),
  },
  { name: '06-home', path: '/home' },
  { name: '07-list', path: LIST },
  { name: '08-list-chosen', path: LIST, reach: chooseSeats },
  { name: '09-list-all-types', path: '/course-list/Bhopal' },
  { name: '10-list-full', path: '/course-list/Singrauli/B.Tech' },
  { name: '11-list-empty', path: '/course-list/Kabul' },
  { name: '11-institute', path: ({ institute }) => `/institute/${institute}` },
  { name: '11-plan', path: '/plan' },
  { name: '11-plan-result', path: '/plan?budget=25+lakh&place=Indore&km=100&type=ITI&type=Diploma&aim=spread' },
  { name: '11-plan-problem', path: '/plan?budget=1e30&least=0' },
  { name: '11-list-found', path: `${LIST}?q=engineering&sort=price&free=1&budget=2500000`, reach: chooseSeats },
  { name: '11-list-none-found', path: `${LIST}?q=nothing+like+it&min=x` },
  { name: '12-cart-empty', path: '/cart' },
  { name: '13-cart', path: '/cart', before: fillCart },
  {
    name: '14-cart-clear',
    path: '/cart',
    before: fillCart,
    reach: (page, words) => press(page, words.cart.clear.open),
  },
  {
    name: '15-cart-changed',
    path: '/cart',
    before: (page, { courses: [one, two] }) =>
      putInCart(page, [
        [{ ...one, pricePaise: one.pricePaise - 5_000_00 }, 12],
        [two, 3],
      ]),
    reach: (page, words) => page.getByText(words.cart.changes.title.split(/[{}]/)[2]!).first().waitFor(),
  },
  {
    name: '15-cart-shared',
    path: '/cart',
    before: fillCart,
    reach: async (page, words) => {
      await press(page, words.cart.share.button);
      await press(page, words.cart.share.make);
      await page.getByLabel(words.cart.share.label).waitFor();
    },
  },
  { name: '15-shared-cart', path: '/cart', before: fillCart, reach: openShared },
  { name: '15-open-data', path: '/open-data' },
  { name: '15-shared-cart-unknown', path: '/shared-cart/unknown' },
  { name: '15-waiting-unknown', path: '/waiting' },
  { name: '16-payment', path: '/payment', before: fillCart },
  {
    name: '17-payment-errors',
    path: '/payment',
    before: fillCart,
    reach: (page, words) => press(page, words.payment.form.send),
  },
  {
    name: '18-payment-code',
    path: '/payment',
    before: fillCart,
    reach: async (page, words) => void (await sendCode(page, words)),
  },
  {
    name: '19-payment-code-wrong',
    path: '/payment',
    before: fillCart,
    reach: async (page, words) => {
      await sendCode(page, words);
      await page.getByLabel(words.otp.label).fill('000000');
      await press(page, words.otp.verify);
    },
  },
  { name: '20-thanks', path: '/payment', before: fillCart, reach: thank },
  { name: '21-verify', path: ({ reference }) => `/verify/${reference}` },
  { name: '22-verify-unknown', path: '/verify/SA-0000-0000-0000' },
  { name: '22-adoption-access', path: ({ reference }) => `/adoptions/${reference}` },
  { name: '25-about', path: '/about' },
  { name: '26-contact', path: '/contact' },
  { name: '27-privacy', path: '/privacy' },
  { name: '28-terms', path: '/terms' },
  { name: '22-adoption-unknown', path: '/adoptions/SA-0000-0000-0000' },
  { name: '23-not-found', path: '/nowhere' },
  { name: '24-unknown-type', path: '/select-region/Nowhere' },
  { name: '30-login', path: '/login' },
  {
    name: '31-login-errors',
    path: '/login',
    reach: (page, words) => press(page, words.auth.login.submit),
  },
  { name: '32-register', path: '/register' },
  { name: '34-reset-password', path: '/reset-password' },
  { name: '35-join', path: '/join' },
  {
    name: '33-register-errors',
    path: '/register',
    reach: (page, words) => press(page, words.auth.register.submit),
  },
];
