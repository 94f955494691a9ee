import { bearer, signIn } from '../testing/e2e/account';
import { signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { expectAccessible } from '../testing/e2e/axe';
import { expect, test, type Page } from '../testing/e2e';
import { toast } from '../testing/e2e/toast';
import { pdfPages } from '../testing/db/pdf';

const main = (page: Page) => page.getByRole('main');

/** Requests a paper; returns its text. */
async function readPaper(page: Page, address: string, headers: Record<string, string>): Promise<string> {
  const answer = await page.request.get(address, { headers });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await pdfPages(await answer.body())).join(' ');
}

test('settings are filled in, papers print them, and /verify says what is true of a paper', async ({
  page,
  seed,
  database,
  admin,
  account,
  browser,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const keeper = bearer(await signInAdmin(page, admin));
  await database`delete from settings where "group" = 'body'`;
  await page.goto('/admin/settings');
  await expect(main(page).getByRole('status').first()).toContainText('receipts are called ‘Payment receipt’');
  await expectAccessible(page);
  const body = page.getByRole('form', { name: 'Receiving body' });
  const fields = {
    'Legal name': 'Madhya Pradesh Shiksha Nyas',
    'Account name': 'MP Shiksha Nyas',
    'Account number': '30211234567890',
    IFSC: 'SBIN1',
    'Registration 1': '80G approval',
    'Its number 1': 'AABTM1234KF20214',
    'Valid until 1': '2031-03-31',
  };
  for (const [label, value] of Object.entries(fields)) await body.getByLabel(label, { exact: true }).fill(value);
  await body.getByRole('button', { name: 'Save Receiving body' }).click();
  await expect(body.getByLabel('IFSC')).toBeFocused();
  await expect(body.getByText('Please check this entry.')).toBeVisible();
  await body.getByLabel('IFSC').fill('sbin0001308');
  await body.getByRole('button', { name: 'Save Receiving body' }).click();
  await expect(toast(page, 'Receiving body: saved')).toBeVisible();
  await expect(main(page).getByText('receipts are called')).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await expect(body.getByLabel('IFSC')).toHaveValue('SBIN0001308');
  await expectAccessible(page);

  // Somebody else saves the group meanwhile: the input stays, and nothing is overwritten.
  await database`update settings set updated_at = clock_timestamp() where "group" = 'body'`;
  await body.getByLabel('Legal name').fill('Another name');
  await body.getByRole('button', { name: 'Save Receiving body' }).click();
  await expect(body.getByRole('alert')).toContainText('Somebody else saved these settings meanwhile');
  await expect(body.getByLabel('Legal name')).toHaveValue('Another name');

  const context = await browser.newContext();
  const own = await context.newPage();
  const session = await signIn(own, account);
  const { id, reference } = await adopt(database, session, [[await seed.course({ branch: 'Civil Engineering' }), 3]], {
    state: 'pledged',
  });
  const asked = await own.request.post(`/api/billing/${id}/papers`, {
    headers: bearer(session),
    data: { kind: 'proforma', details: { legal_name: 'Narmada Motors Private Limited', purchase_order: 'PO-77' } },
  });
  const proforma = (await asked.json()) as { id: string; serial: string };
  const invoice = await readPaper(own, `/api/billing/${id}/papers/${proforma.id}`, bearer(session));
  for (const printed of [proforma.serial, 'Proforma invoice', 'SBIN0001308', 'PO-77', reference, '₹3,75,000.00'])
    expect(invoice).toContain(printed);

  const [receipt] = await database<{ id: string }[]>`
      insert into bank_receipts (billing_id, mode, credited_on, amount_paise, tds_paise, reference, payer, state, recorded_by, confirmed_by, confirmed_at)
      values (${id}, 'RTGS', '2026-04-03', 37000000, 500000, ${`UTR${reference}`}, 'Narmada Motors', 'confirmed', ${admin.id}, ${admin.id}, now())
      returning id`;
  const issued = await page.request.post(`/api/admin/billings/${reference}/papers`, {
    headers: keeper,
    data: { kind: 'receipt', source: receipt!.id },
  });
  const paper = (await issued.json()) as { id: string; serial: string };
  const printed = await readPaper(page, `/api/admin/papers/${paper.id}`, keeper);
  for (const text of [paper.serial, '₹3,75,000.00', 'Rupees Three Lakh Seventy-Five Thousand Only', '3 April 2026'])
    expect(printed).toContain(text);
  expect(printed).toContain('80G approval: AABTM1234KF20214, valid until 31 March 2031');
  const hindi = await readPaper(page, `/api/admin/papers/${paper.id}?locale=hi`, keeper);
  expect(hindi).toContain('तीन लाख पचहत्तर हज़ार');

  await page.goto(`/verify/${reference}?paper=${paper.serial}`);
  await expect(main(page)).toContainText('This adoption is genuine');
  await expect(main(page)).toContainText(`Receipt ${paper.serial} of`);
  await database`update billings set state = 'cancelled' where id = ${id}`;
  await page.setViewportSize({ width: 375, height: 812 });
  await page.reload();
  await expect(main(page).getByRole('status').locator('p').first()).toContainText('This adoption was cancelled on');
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await context.close();
  await database`delete from settings where "group" = 'body'`;
});
