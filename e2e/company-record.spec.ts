import { bearer, signIn } from '../testing/e2e/account';
import { signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { expectAccessible } from '../testing/e2e/axe';
import { expect, test } from '../testing/e2e';
import { newSponsor, putInCart, sendCode, thankYou, verify } from '../testing/e2e/sponsor';
import { toast } from '../testing/e2e/toast';

test('a sponsor gives the company in the profile, with warnings that refuse nothing, and each adoption has it', async ({
  page,
  account,
  seed,
  database,
  admin,
  browser,
}) => {
  const session = await signIn(page, account);
  const { id, reference } = await adopt(database, session, [[await seed.course({ branch: 'Civil Engineering' }), 3]], {
    state: 'pledged',
  });
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 812 });
    await page.goto('/dashboard/profile');
    await page.getByRole('button', { name: 'Change the company' }).click();
    const form = page.getByRole('dialog', { name: 'Company' });
    await form.getByLabel('Legal name').fill('Narmada Motors Private Limited');
    await form.getByLabel('Kind').selectOption('llp');
    await form.getByLabel('LLPIN').fill('U72200MP2010PTC000001');
    await expect(form.getByText('A number like this belongs to another kind')).toBeVisible();
    await form.getByLabel('Kind').selectOption('company');
    await form.getByLabel('PAN', { exact: true }).fill('AAAFB1234C');
    await expect(form.getByText('The fourth letter of the PAN says')).toBeVisible();
    await form.getByLabel('PAN', { exact: true }).fill('AAACN123');
    await form.getByLabel('Plants').fill('Dewas, Pithampur');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByLabel('PAN', { exact: true })).toBeFocused();
    await expectAccessible(page);
    await form.getByLabel('PAN', { exact: true }).fill('AAACN1234P');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Saved. The papers follow within some minutes.')).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Narmada Motors Private Limited');
    await expect(page.getByRole('main')).toContainText('Dewas, Pithampur');
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.goto(`/dashboard/adoptions/${id}`);
    await page.locator('summary', { hasText: 'Proforma invoice' }).click();
    await expect(page.getByLabel('CIN', { exact: true })).toHaveValue('U72200MP2010PTC000001');
    await page.getByLabel('Purchase order number').fill('PO-2026/881');
    await page.getByRole('button', { name: 'Make the proforma invoice' }).click();
    await expect(page.getByText('This paper shows it:')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Agreement to the terms', includeHidden: true })).toBeAttached();
    await expectAccessible(page);
  }
  const stale = await page.request.put('/api/company/details', {
    headers: bearer(session),
    data: { legal_name: 'Another', version: 0 },
  });
  expect([stale.status(), ((await stale.json()) as { code: string }).code]).toEqual([409, 'company.changed']);
  await page.context().addCookies([{ name: 'language', value: 'hi', url: new URL(page.url()).origin }]);
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('heading', { name: 'कंपनी', exact: true })).toBeVisible();

  const context = await browser.newContext();
  const office = await context.newPage();
  await signInAdmin(office, admin);
  await office.goto(`/admin/billings/${reference}`);
  await expect(office.getByRole('main')).toContainText('U72200MP2010PTC000001');
  await office.getByRole('button', { name: 'Correct' }).first().click();
  await expect(office.getByLabel('Purchase order number')).toHaveValue('PO-2026/881');
  await expectAccessible(office);
  await context.close();
});

test('a guest gives the order number in the cart; what was agreed to is on record', async ({
  page,
  seed,
  database,
  outbox,
}) => {
  const sponsor = newSponsor();
  await putInCart(page, [[await seed.course({ branch: 'Civil', totalSeats: 5 }), 3]]);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/cart');
  await page.locator('summary', { hasText: 'Purchase order number' }).click();
  await page.getByLabel('Purchase order number (optional)').fill('PO-77/2026');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Proceed to Lock Seats' }).click();
  await sendCode(page, sponsor);
  await expect(page.getByText('By entering the code you agree to the terms of adoption')).toBeVisible();
  await expectAccessible(page);
  await verify(page, await outbox.latestCode(sponsor.email));
  await expect(thankYou(page)).toBeVisible();
  const [row] = await database`
    select b.order_number, c.locale, c.channel from billings b join consents c on c.billing_id = b.id
     where b.sponsor->>'email' = ${sponsor.email}`;
  expect(row).toEqual({ order_number: 'PO-77/2026', locale: 'en', channel: 'email' });
  expect(await page.evaluate(() => localStorage.getItem('order_number'))).toBeNull();
});
