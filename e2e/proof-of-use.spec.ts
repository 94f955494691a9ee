import { expect, test, type Page } from '../testing/e2e';
import { bearer, chooseSeats, signIn, smsCode } from '../testing/e2e/account';
import { insertAdmin, insertOffice, logInAdmin, signInAdmin, signInOffice } from '../testing/e2e/admin';
import { setAccount } from '../testing/e2e/dashboard-payment';
import { expectHindi } from '../testing/e2e/hindi';
import { downloadPdf } from '../testing/e2e/pdf';
import { look } from '../testing/e2e/look';
import { textsOf } from '../testing/e2e/translations';

const dialog = (page: Page) => page.getByRole('dialog');
const main = (page: Page) => page.getByRole('main');

/** A text of the site with anything in the place of its values. */
const like = (text: string) =>
  new RegExp(
    text
      .split(/\{(?:[^{}]|\{[^{}]*\})*\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );

for (const { language, tag } of [{ language: 'en' }, { language: 'hi', tag: '@phone-only' }] as const)
  test(
    `${language}: seats are approved, paid in two parts, filled, their money is passed on and used, and the company proves it to its auditor`,
    { tag: tag ?? [] },
    async ({
      page,
      browser,
      baseURL,
      extraHTTPHeaders,
      viewport,
      request,
      playwright,
      account,
      admin,
      database,
      outbox,
      seed,
    }) => {
      const texts = textsOf(language);
      const { adoptionPage, dashboardPayment, errors, otp, sharedCart, yearEnd, verify } = texts;
      const { money, register } = texts.office;
      const newPage = async () => {
        const context = await browser.newContext({ baseURL, extraHTTPHeaders, viewport });
        await context.addCookies([{ name: 'language', value: language, url: baseURL! }]);
        return context.newPage();
      };
      await page.context().addCookies([{ name: 'language', value: language, url: baseURL! }]);
      await setAccount(database);
      await database`insert into settings ("group", value) values ('terms', '{"maxInstalments":12}')
                     on conflict ("group") do update set value = settings.value || excluded.value`;
      const institute = `Polytechnic of ${seed.city}`;
      const course = await seed.course({ institute, branch: 'Civil Engineering' });
      const names = [institute, course.branch, seed.city, 'Meera Joshi', 'IST', ...Object.values(account)];
      const isTranslated = async (of: Page, ...more: string[]) => {
        if (language === 'hi') await expectHindi(of, [...names, ...more]);
      };
      const session = await signIn(page, account);
      const guest = await newPage();

      await test.step('who decides approves the seats by a link', async () => {
        const lines = { selected_courses: [{ course_id: course.id, selectedSeats: 3 }] };
        const { url } = (await (await request.post('/api/cart/share', { data: lines })).json()) as { url: string };
        await guest.goto(new URL(url).pathname);
        await guest.getByLabel(sharedCart.decide.name).fill('Meera Joshi');
        await look(guest, `${language}-1-approve`);
        await guest.getByRole('button', { name: sharedCart.decide.approve, exact: true }).click();
        await expect(main(guest)).toContainText(sharedCart.decisions.approved.replace('{name}', 'Meera Joshi'));
        await isTranslated(guest);
      });

      let path = '';
      await test.step('the company adopts them by bank transfer, and pays in two parts', async () => {
        await chooseSeats(page, session, [[course, 3]]);
        await page.goto('/dashboard/payment');
        await page.getByRole('button', { name: dashboardPayment.phone.send }).click();
        await page.getByLabel(otp.label).fill(await smsCode(outbox, account));
        await page.getByRole('button', { name: otp.verify }).click();
        await page.getByRole('button', { name: adoptionPage.transfer.choose }).click();
        await page.waitForURL(/\/dashboard\/adoptions\/./);
        path = new URL(page.url()).pathname;
        await main(page).getByText(adoptionPage.instalments.open, { exact: true }).click();
        await page.getByLabel(adoptionPage.instalments.number).selectOption('2');
        await page.getByRole('button', { name: adoptionPage.instalments.save, exact: true }).click();
        await expect(main(page).getByRole('list', { name: adoptionPage.instalments.title })).toContainText(
          '₹1,87,500.00',
        );
        await look(page, `${language}-2-parts`);
      });
      const billingId = path.split('/').at(-1)!;
      const [{ reference }] = await database<[{ reference: string }]>`
        select reference from billings where id = ${billingId}`;
      names.push(reference);

      const colleague = await insertAdmin(database);
      const desk = await browser.newPage({ baseURL, extraHTTPHeaders, viewport });
      await test.step('both parts arrive', async () => {
        const api = await playwright.request.newContext({ baseURL });
        const [first, second] = [await logInAdmin(api, admin), await logInAdmin(api, colleague)];
        const act = async (by: typeof first, action: object) => {
          const [now] = await database<[{ version: number; receipt: string | null }]>`
            select version, (select id from bank_receipts where billing_id = b.id and state = 'recorded') as receipt
              from billings b where id = ${billingId}`;
          const data = { version: now.version, reason: 'On the statement', ...action };
          const answer = await api.post(`/api/admin/billings/${reference}`, {
            headers: bearer(by),
            data: 'bank_reference' in action ? data : { ...data, id: now.receipt },
          });
          expect(answer.status(), await answer.text()).toBe(200);
        };
        for (const part of [1, 2]) {
          const credit = { mode: 'NEFT', amount: '187500', credited_on: '2026-04-01', payer: 'Narmada Motors' };
          await act(first, { action: 'record_receipt', ...credit, bank_reference: `UTR${reference}${part}` });
          await act(second, { action: 'confirm_receipt' });
        }
        await api.dispose();
        await page.reload();
        await expect(page.getByRole('region', { name: adoptionPage.money.title })).toContainText('₹3,75,000.00');
        await look(page, `${language}-3-paid`);
        await isTranslated(page, 'PR', 'PI', 'CSR');
      });

      const [place] = await database<[{ id: string }]>`select institute_id as id from courses where id = ${course.id}`;
      const office = await insertOffice(database, { instituteId: place.id, role: 'clerk' });
      const clerk = await newPage();
      names.push(office.username);
      await test.step('the institute enters students', async () => {
        await signInOffice(clerk, office);
        await clerk.goto(`/office/offers/${course.id}`);
        await clerk.getByLabel(register.rolls).fill('0101CE231001\n0101CE231002');
        await clerk.getByRole('button', { name: register.check, exact: true }).click();
        await main(clerk).getByRole('button', { name: '2' }).click();
        await expect(main(clerk)).toContainText(register.state.replace('{enrolled}', '2').replace('{seats}', '3'));
        await look(clerk, `${language}-4-enrolled`);
      });

      const bank = `SBIN${reference.replaceAll('-', '').slice(2)}`;
      const transfer = desk.getByRole('listitem').filter({ hasText: `NEFT ${bank}` });
      await test.step('an administrator records a transfer of a part of what can be passed on', async () => {
        await signInAdmin(desk, admin);
        await desk.goto(`/admin/funds?q=${encodeURIComponent(institute)}`);
        await expect(main(desk)).toContainText('1 institute, ₹3,75,000.00');
        await desk.getByRole('button', { name: `Pass on ₹3,75,000.00 to ${institute}` }).click();
        await expect(dialog(desk)).toContainText('2 of 3 seats with a student · received ₹3,75,000.00');
        const box = dialog(desk).getByRole('checkbox', { name: new RegExp(`^${reference}`) });
        await box.uncheck();
        await expect(dialog(desk)).toContainText('₹0.00 for 0 of 1 line');
        await box.check();
        const amount = dialog(desk).getByLabel(new RegExp(`^Amount in rupees: ${reference}`));
        await amount.fill('3,75,000.01');
        await dialog(desk).getByRole('button', { name: 'Record the transfer' }).click();
        await expect(amount).toHaveAccessibleDescription('At most ₹3,75,000.00');
        await amount.fill('2,50,000');
        await expect(dialog(desk)).toContainText('₹2,50,000.00 for 1 of 1 line');
        await dialog(desk).getByLabel("Bank's reference: UTR, cheque or draft number").fill(bank);
        await look(desk, `${language}-5-pass-on`);
        await dialog(desk).getByRole('button', { name: 'Record the transfer' }).click();
        await expect(dialog(desk)).toBeHidden();
        await expect(main(desk)).toContainText('1 institute, ₹1,25,000.00');
        await expect(transfer).toContainText('Waits for a second administrator');
        await expect(transfer.getByRole('button', { name: /^Confirm/ })).toHaveAttribute('aria-disabled', 'true');
      });

      await test.step('another one finds it under what needs attention, and confirms it', async () => {
        await signInAdmin(desk, colleague);
        await desk.goto('/admin/attention?kind=release_waits');
        await desk.getByRole('row', { name: institute }).getByRole('link', { name: 'Money to institutes' }).click();
        await transfer.getByRole('button', { name: /^Confirm/ }).click();
        await dialog(desk).getByLabel('Reason').fill('Same as on the statement');
        await dialog(desk).getByRole('button', { name: 'Confirm the transfer' }).click();
        await expect(transfer).toContainText('The institute did not acknowledge it yet');
        await look(desk, `${language}-6-confirmed`);
      });

      await test.step('the company sees what holds its money back', async () => {
        await page.goto(path);
        await main(page).locator('a[href="/dashboard/year-end"]').click();
        await expect(page.getByRole('heading', { level: 1, name: yearEnd.title })).toBeVisible();
        const held = (name: string) => page.getByRole('heading', { level: 3, name });
        await expect(held(yearEnd.hold.unstated)).toContainText('₹2,50,000.00');
        await expect(held(yearEnd.hold.notPassed)).toContainText('₹1,25,000.00');
        await look(page, `${language}-7-unstated`);
        await isTranslated(page, 'CSR');
      });

      const used = clerk.getByRole('textbox', { name: like(money.usedUntil) });
      const tuition = clerk.getByLabel(money.heads.tuition);
      const save = (name: string) => main(clerk).getByRole('button', { name, exact: true }).filter({ visible: true });
      const summary = (amount: string) => main(clerk).locator('summary').filter({ hasText: amount }).first();
      await test.step('the institute confirms that it arrived, and states what was used, and on what', async () => {
        await clerk.goto('/office');
        const received = clerk.getByLabel(money.receivedOn);
        await received.fill('2001-01-01');
        await save(money.receive).click();
        await expect(received).toHaveAccessibleDescription(errors.funds.received_early);
        await clerk.reload();
        await save(money.receive).click();
        await expect(save(money.receive)).toHaveCount(0);
        await main(clerk)
          .locator('summary')
          .filter({ hasText: like(money.notStated) })
          .click();
        await used.fill('2,50,001');
        await save(money.save).click();
        await expect(used).toHaveAccessibleDescription(like(errors.use.above_passed));
        await used.fill('2,00,000');
        await main(clerk).getByText(money.headsTitle).click();
        await tuition.fill('1,90,000');
        await expect(main(clerk)).toContainText(money.headsRest.replace('{amount}', '₹10,000.00'));
        await save(money.save).click();
        await expect(tuition).toHaveAccessibleDescription(like(errors.use.heads_sum));
        await clerk.getByLabel(money.heads.material).fill('10,000');
        await expect(main(clerk)).toContainText(money.headsEqual);
        await expect(main(clerk)).not.toContainText(errors.use.heads_sum);
        await look(clerk, `${language}-8-used`);
        await isTranslated(clerk, 'NEFT', bank, account.company_name);
        await save(money.save).click();
        await expect(summary('₹2,00,000.00')).toContainText('₹2,50,000.00');
      });

      const paper = page.getByRole('button', { name: yearEnd.paper.download, exact: true });
      let serial = '';
      await test.step('the statement says what was used, and on what', async () => {
        await page.reload();
        await expect(page.getByRole('heading', { level: 3, name: yearEnd.hold.unused })).toContainText('₹50,000.00');
        const { text } = await downloadPdf(page, paper);
        for (const part of [texts.paper.title.use, '₹2,00,000.00', '₹1,90,000.00', bank]) expect(text).toContain(part);
        serial = /SU\/\d{4}-\d\d\/\d{6}/.exec(text)![0];
        const sheet = page.waitForEvent('download');
        await page.getByRole('button', { name: yearEnd.paper.excel, exact: true }).first().click();
        expect((await sheet).suggestedFilename()).toMatch(/\.xlsx$/);
        await page.reload();
        await look(page, `${language}-9-year-end`);
      });

      await test.step('the auditor reads the year by a link, until the company ends it', async () => {
        await page.getByRole('button', { name: yearEnd.auditor.make, exact: true }).click();
        const auditorPath = new URL((await main(page).locator('code').textContent())!).pathname;
        await guest.goto(auditorPath);
        await expect(guest.getByRole('heading', { level: 1 })).toContainText(account.company_name);
        await expect(guest.getByRole('heading', { level: 3, name: yearEnd.hold.unused })).toContainText('₹50,000.00');
        await look(guest, `${language}-10-auditor`);
        await isTranslated(guest, 'CSR');
        const { text } = await downloadPdf(
          guest,
          guest.getByRole('button', { name: yearEnd.paper.download, exact: true }),
        );
        expect(text).toContain(serial);
        await page.reload();
        await expect(main(page)).toContainText(like(yearEnd.auditor.view.pdf));
        await look(page, `${language}-11-views`);
        await page.getByRole('button', { name: yearEnd.auditor.end, exact: true }).click();
        await expect(page.getByRole('button', { name: yearEnd.auditor.end, exact: true })).toBeHidden();
        await guest.reload();
        await expect(guest.getByRole('heading', { level: 1, name: yearEnd.auditor.gone })).toBeVisible();
      });

      await test.step('a correction is a new entry, after which the statement does not hold any more', async () => {
        await summary('₹2,00,000.00').click();
        await used.fill('2,10,000');
        await tuition.fill('2,00,000');
        await save(money.correct).click();
        await expect(summary('₹2,10,000.00')).toContainText('₹2,50,000.00');
        expect(
          await database`select revision, used_paise::int from uses where course_id = ${course.id} order by 1`,
        ).toEqual([
          { revision: 1, used_paise: 2_00_000_00 },
          { revision: 2, used_paise: 2_10_000_00 },
        ]);
        const [issued] = await database<[{ id: string }]>`select id from papers where serial = ${serial}`;
        await guest.goto(`/verify/${issued.id}`);
        await expect(main(guest)).toContainText(like(yearEnd.paper.void));
        await expect(main(guest)).toContainText(verify.paper);
        await look(guest, `${language}-12-verify`);
      });

      await test.step('a year that is over and not stated is open in the office', async () => {
        await database`update releases set paid_on = paid_on - 365, received_on = null, received_by = null, received_at = null where institute_id = ${place.id}`;
        await clerk.reload();
        await expect(used.filter({ visible: true })).toHaveValue('');
        await look(clerk, `${language}-13-late`);
        await isTranslated(clerk, 'NEFT', bank, account.company_name);
      });

      await test.step('the administrator sees what can come back', async () => {
        await desk.reload();
        await transfer.getByRole('button', { name: `Gave back: ${institute}` }).click();
        await expect(dialog(desk)).toContainText('not used ₹40,000.00');
        await dialog(desk).getByRole('button', { name: 'Cancel' }).click();
        await transfer.getByRole('button', { name: /^Returned by the bank/ }).click();
        await dialog(desk).getByLabel('Reason').fill('The account is closed');
        await dialog(desk).getByRole('button', { name: 'Mark as returned' }).click();
        await expect(dialog(desk)).toContainText('The institute has stated that it used this money.');
      });
    },
  );
