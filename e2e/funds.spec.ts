import { expect, test, type Page } from '../testing/e2e';
import { register, signIn } from '../testing/e2e/account';
import { insertAdmin, insertOffice, signInAdmin, signInOffice } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { expectAccessible } from '../testing/e2e/axe';
import { expectHindi } from '../testing/e2e/hindi';
import { shapeProblems } from '../testing/e2e/shape';

const dialog = (page: Page) => page.getByRole('dialog');

/** Checks a page on a phone and on a desktop, with a picture of it where a folder for pictures is given. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 812 });
    await expectAccessible(page);
    // An open dialog hides the rest of the page.
    if (!(await dialog(page).isVisible())) expect(await shapeProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const folder = process.env.LOOK_AT;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true });
  }
}

test('two administrators pass money on, and a clerk confirms that it arrived, states what was used, and corrects it', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  request,
  admin,
  database,
  seed,
}) => {
  const institute = `Polytechnic of ${seed.city}`;
  const course = await seed.course({ institute, branch: 'Civil Engineering' });
  const session = await signIn(page, await register(request, { company_name: 'Kanha Works' }));
  const { id, reference } = await adopt(database, session, [[course, 3]]);
  await database`
    insert into enrolments (billing_id, course_id, place, session, from_day)
    select ${id}, ${course.id}, place, session, current_date from courses, generate_series(1, 2) place where id = ${course.id}`;
  const [place] = await database<[{ id: string }]>`select institute_id as id from courses where id = ${course.id}`;
  const colleague = await insertAdmin(database);
  const transfer = page.getByRole('listitem').filter({ hasText: 'NEFT SBIN000123456789' });

  await test.step('an administrator records a transfer of a part of what can be passed on', async () => {
    await signInAdmin(page, admin);
    await page.goto(`/admin/funds?q=${encodeURIComponent(institute)}`);
    await expect(page.getByRole('main')).toContainText('1 institute, ₹3,75,000.00');
    await expect(page.getByRole('heading', { name: 'No transfer matches' })).toBeVisible();
    await look(page, 'funds-institute');
    await page.getByRole('button', { name: `Pass on ₹3,75,000.00 to ${institute}` }).click();
    await expect(dialog(page)).toContainText('2 of 3 seats with a student · received ₹3,75,000.00');
    const box = dialog(page).getByRole('checkbox', { name: new RegExp(`^${reference}`) });
    await box.uncheck();
    await expect(dialog(page)).toContainText('₹0.00 for 0 of 1 line');
    await box.check();
    const amount = dialog(page).getByLabel(new RegExp(`^Amount in rupees: ${reference}`));
    await amount.fill('3,75,000.01');
    await look(page, 'funds-dialog');
    await dialog(page).getByRole('button', { name: 'Record the transfer' }).click();
    await expect(amount).toHaveAccessibleDescription('At most ₹3,75,000.00');
    await amount.fill('2,50,000');
    await expect(dialog(page)).toContainText('₹2,50,000.00 for 1 of 1 line');
    await dialog(page).getByLabel("Bank's reference: UTR, cheque or draft number").fill('SBIN 0001 2345 6789');
    await dialog(page).getByRole('button', { name: 'Record the transfer' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('main')).toContainText('1 institute, ₹1,25,000.00');
    await expect(transfer).toContainText('Waits for a second administrator');
    await expect(transfer.getByRole('button', { name: /^Confirm/ })).toHaveAttribute('aria-disabled', 'true');
    await look(page, 'funds-waits');
  });

  await test.step('another one finds it under what needs attention, and confirms it', async () => {
    await signInAdmin(page, colleague);
    await page.goto('/admin/attention?kind=release_waits');
    await page.getByRole('row', { name: institute }).getByRole('link', { name: 'Money to institutes' }).click();
    await transfer.getByRole('button', { name: /^Confirm/ }).click();
    await dialog(page).getByLabel('Reason').fill('Same as on the statement');
    await dialog(page).getByRole('button', { name: 'Confirm the transfer' }).click();
    await expect(transfer).toContainText('The institute did not acknowledge it yet');
    await look(page, 'funds-confirmed');
  });

  const office = await insertOffice(database, { instituteId: place.id, role: 'clerk' });
  const context = await browser.newContext({ baseURL, extraHTTPHeaders, viewport: { width: 375, height: 812 } });
  const phone = await context.newPage();
  const main = phone.getByRole('main');

  await test.step('the clerk confirms on a phone that it arrived', async () => {
    await signInOffice(phone, office);
    await phone.goto('/office');
    await expect(main).toContainText('1 transfer is to be confirmed.');
    await look(phone, 'office-arrives');
    await phone.setViewportSize({ width: 375, height: 812 });
    await phone.getByLabel('Received on').fill('2001-01-01');
    await main.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(phone.getByLabel('Received on')).toHaveAccessibleDescription(
      'This day is before the day of the transfer',
    );
    await phone.reload();
    await main.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(main).toContainText('1 transfer that is confirmed');
    await expect(main).not.toContainText('to be confirmed');
  });

  const used = phone.getByLabel(/^Used up to 31 March/);
  await test.step('and states what was used, and on what', async () => {
    await main.getByText(/^Used up to 31 March \d+: not stated$/).click();
    await used.fill('2,50,001');
    await main.getByRole('button', { name: 'Save' }).click();
    await expect(used).toHaveAccessibleDescription(/At most ₹2,50,000.00 can be used: that much was passed on/);
    await used.fill('2,00,000');
    await main.getByText('What it was spent on (optional)').click();
    await phone.getByLabel('Tuition fees').fill('1,90,000');
    await expect(main).toContainText('₹10,000.00 is left to divide.');
    await main.getByRole('button', { name: 'Save' }).click();
    await expect(phone.getByLabel('Tuition fees')).toHaveAccessibleDescription(
      /The parts have to add up to what was used$/,
    );
    await phone.getByLabel('Books and material').fill('10,000');
    await expect(main).toContainText('The parts add up.');
    await look(phone, 'office-heads');
    await phone.setViewportSize({ width: 375, height: 812 });
    await main.getByRole('button', { name: 'Save' }).click();
    await expect(main).toContainText(/Used up to 31 March \d+: ₹2,00,000\.00 of ₹2,50,000\.00/);
  });

  await test.step('a correction is a new entry', async () => {
    await main.getByText(/^Used up to 31 March \d+: ₹2,00,000/).click();
    await expect(main).toContainText('A correction is kept as a new entry.');
    await used.fill('2,10,000');
    await phone.getByLabel('Tuition fees').fill('2,00,000');
    await main.getByRole('button', { name: 'Correct', exact: true }).click();
    await expect(main).toContainText(/Used up to 31 March \d+: ₹2,10,000\.00 of ₹2,50,000\.00/);
    expect(
      await database`select revision, used_paise::int from uses where course_id = ${course.id} order by 1`,
    ).toEqual([
      { revision: 1, used_paise: 2_00_000_00 },
      { revision: 2, used_paise: 2_10_000_00 },
    ]);
  });

  await test.step('a year that is over and not stated is open, in Hindi too', async () => {
    await database`update releases set paid_on = paid_on - 365, received_on = null, received_by = null, received_at = null where institute_id = ${place.id}`;
    await phone.reload();
    await expect(main).toContainText('For 1 course it is to be stated what was used.');
    await expect(used.filter({ visible: true })).toHaveValue('');
    await look(phone, 'office-late');
    await context.addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
    await phone.reload();
    await expectHindi(phone, [
      course.branch,
      seed.city,
      institute,
      'Kanha Works',
      'NEFT',
      'SBIN000123456789',
      office.username,
    ]);
    await look(phone, 'office-late-hi');
  });

  await test.step('the administrator sees it, and what comes back', async () => {
    await page.reload();
    await look(page, 'funds-received');
    await transfer.getByRole('button', { name: `Gave back: ${institute}` }).click();
    await expect(dialog(page)).toContainText('not used ₹40,000.00');
    await look(page, 'funds-back');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await transfer.getByRole('button', { name: /^Returned by the bank/ }).click();
    await dialog(page).getByLabel('Reason').fill('The account is closed');
    await dialog(page).getByRole('button', { name: 'Mark as returned' }).click();
    await expect(dialog(page)).toContainText('The institute has stated that it used this money.');
  });
});
