import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { register, smsCode } from './e2e/account';
import { district, mapShown } from './e2e/map';
import { Outbox } from './e2e/outbox';
import { chooseSeats as chooseSomeSeats } from './e2e/scenes/public';
import { textsOf } from './e2e/translations';
import { BROWSER_ARGS, ensureBrowser } from '../scripts/lib/browser';
import { main } from '../scripts/lib/main';

/**
 * `npm run pictures [url]`: takes the README's screenshots of a running demo. It registers a sponsor, reads the
 * sponsor's code from the demo's DATA_DIR, and logs in as the administrator of ADMIN_USERNAME and ADMIN_PASSWORD.
 */
const FOLDER = 'docs/pictures';
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 375, height: 812 };

const pictures: { name: string; path: string; size: typeof WIDE; prepare?: (page: Page) => Promise<void> }[] = [
  { name: 'landing', path: '/', size: WIDE },
  { name: 'region', path: '/select-region/B.Tech', size: WIDE, prepare: showMap },
  { name: 'course-list', path: '/course-list/Indore/B.Tech', size: WIDE, prepare: chooseSeats },
  { name: 'course-list-phone', path: '/course-list/Indore/B.Tech', size: NARROW, prepare: chooseSeats },
  { name: 'dashboard', path: '/login', size: WIDE, prepare: payForSeats },
  { name: 'admin', path: '/admin/login', size: WIDE, prepare: administer },
];

async function showMap(page: Page) {
  // The server's drawing is replaced by a map, which would lose the focus.
  await mapShown(page);
  await district(page, 'Jabalpur').focus();
}

function chooseSeats(page: Page): Promise<void> {
  return chooseSomeSeats(page, textsOf('en'));
}

/** Registers a sponsor who selects courses, verifies the phone and pays; ends on the dashboard. */
async function payForSeats(page: Page) {
  const phone = `98${Date.now().toString().slice(-8)}`;
  const account = await register(page.request, { email: `radhika.${phone}@narmada.example`, phone_number: phone });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await press('Sign In');
  await page.waitForURL('**/dashboard');
  await page.goto(new URL('/dashboard/city/Indore/B.Tech', page.url()).href);
  await chooseSeats(page);
  await press('Proceed to Lock');
  await press('Send OTP');
  const outbox = new Outbox(join(process.env.DATA_DIR ?? '.data', 'outbox'));
  await page.getByLabel('One-time code').fill(await smsCode(outbox, account));
  await press('Verify OTP');
  await page.getByRole('radio', { name: 'UPI Payment' }).check();
  await press('Proceed to Pay');
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await page.getByText('Payment successful!').first().waitFor({ state: 'hidden' });
}

/** Logs in as the demo's administrator. */
async function administer(page: Page) {
  const { ADMIN_USERNAME: username = 'admin', ADMIN_PASSWORD: password } = process.env;
  if (!password) throw new Error("ADMIN_PASSWORD must be the password of the demo's administrator");
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('**/admin/dashboard');
  const toast = page.getByText('Login successful').first();
  await toast.waitFor();
  await toast.waitFor({ state: 'hidden' });
}

await main(async () => {
  const address = process.argv[2] ?? 'http://localhost:3000';
  await mkdir(FOLDER, { recursive: true });
  await ensureBrowser();
  const browser = await chromium.launch({ executablePath: process.env.E2E_BROWSER, args: BROWSER_ARGS });
  for (const { name, path, size, prepare } of pictures) {
    const page = await browser.newPage({ viewport: size, locale: 'en-IN', baseURL: address });
    await page.goto(address + path, { waitUntil: 'networkidle' });
    await prepare?.(page);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: `${FOLDER}/${name}.png`, animations: 'disabled' });
    await page.close();
    console.log(`${FOLDER}/${name}.png`);
  }
  await browser.close();
});
