import { DEVANAGARI_COOKIE } from '@/lib/platform/i18n/devanagari-cookie';
import { expectAccessible } from '../testing/e2e/axe';
import { ACCOUNT, openPayment, setAccount, verifyPhone } from '../testing/e2e/dashboard-payment';
import { expect, test, type Page } from '../testing/e2e';
import { expectHindi } from '../testing/e2e/hindi';
import { cutOff, doubleText } from '../testing/e2e/shape';
import { boxes, codeField, fillForm, newSponsor, putInCart, sendCode, thankYou, verify } from '../testing/e2e/sponsor';
import { hindi } from '../testing/e2e/translations';
import { toast } from '../testing/e2e/toast';

const REFERENCE = /SA-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}/;

/** Expects that the page of a pledge is at most two phone screens and a bit, although five courses are adopted. */
async function expectShort(page: Page): Promise<void> {
  const height = await page.evaluate(async () => {
    await document.fonts.ready;
    return document.documentElement.scrollHeight;
  });
  expect(height).toBeLessThanOrEqual(1850);
}

/** The account in the settings, which all tests share. */
test.describe('a guest on a phone, in Hindi', () => {
  test.use({ locale: 'hi-IN' });
  const [page_, messages, payment, otp] = [
    hindi('adoptionPage'),
    hindi('conversation'),
    hindi('payment'),
    hindi('otp'),
  ];

  test(
    'adopts, keeps the code step over a reload, finds the adoption again by a code, and asks for a change',
    { tag: '@phone-only' },
    async ({ page, seed, outbox, database, browser, baseURL, extraHTTPHeaders }) => {
      const sponsor = newSponsor();
      await setAccount(database);
      const branches = ['Hydraulics', 'Mining', 'Textile', 'Ceramics', 'Plastics'];
      const courses = await Promise.all(branches.map((branch) => seed.course({ branch })));
      const names = [
        ...courses.flatMap(({ branch, city, institute }) => [branch, city, institute!]),
        ...Object.values(sponsor),
        'IST',
        ...Object.values(ACCOUNT),
      ];
      await database`
      insert into settings ("group", value) values ('offer', ${database.json({
        covers: { en: 'Tuition', hi: 'एक वर्ष का शुल्क' },
        duration: { en: '', hi: '' },
        recipient: { en: '', hi: '' },
        leaving: { en: '', hi: '' },
      })}) on conflict ("group") do update set value = excluded.value`;
      await putInCart(
        page,
        courses.map((course) => [course, 2]),
      );
      await page.goto('/payment');
      await expect(page.getByRole('heading', { name: page_.offer.title })).toBeVisible();
      await expect(page.getByText('एक वर्ष का शुल्क')).toBeVisible();
      await expect(page.getByText(page_.offer.leaving)).toHaveCount(0);

      // A reload keeps what was typed, and then the code step.
      const fields = { fullName: 'fullName', designation: 'designation', email: 'email', phone: 'phone' } as const;
      for (const name of Object.keys(fields) as (keyof typeof fields)[])
        await page.getByLabel(payment.form[name], { exact: true }).fill(sponsor[name]);
      await page.getByLabel(payment.form.company, { exact: true }).fill(sponsor.company);
      await page.reload();
      await expect(page.getByLabel(payment.form.email, { exact: true })).toHaveValue(sponsor.email);
      await page.getByLabel(payment.form.industry, { exact: true }).fill(sponsor.industry);
      await page.getByRole('button', { name: payment.form.send }).click();
      const code = page.getByLabel(otp.label);
      await code.fill('12');
      await page.reload();
      await expect(code).toHaveValue('');
      expect(await page.evaluate(() => sessionStorage.getItem('adoption-checkout'))).not.toContain('"12"');
      await code.fill(await outbox.latestCode(sponsor.email));
      await page.getByRole('button', { name: otp.verify }).click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toBeVisible({ timeout: 60_000 });
      await expect(page.getByText('कार्ट में 10 सीटें')).toHaveCount(0);
      const [reference] = REFERENCE.exec(await dialog.innerText())!;
      expect(await page.evaluate(() => sessionStorage.getItem('adoption-checkout'))).toBeNull();

      // Another browser knows nothing; the page is the same for a reference that does not exist.
      const elsewhere = await browser.newContext({ baseURL, extraHTTPHeaders, locale: 'hi-IN' });
      await elsewhere.addCookies([{ name: DEVANAGARI_COOKIE, value: '1', url: baseURL! }]);
      const stranger = await elsewhere.newPage();
      await stranger.setViewportSize({ width: 375, height: 812 });
      await stranger.goto('/adoptions/SA-0000-0000-0000');
      const unknown = await stranger.getByRole('main').innerText();
      await stranger.goto(`/adoptions/${reference!.toLowerCase()}`);
      await expect(stranger).toHaveURL(`/adoptions/${reference}`);
      expect(await stranger.getByRole('main').innerText()).toBe(unknown.replaceAll('SA-0000-0000-0000', reference!));
      await expectHindi(stranger, names);
      await expectAccessible(stranger);
      await stranger.getByRole('button', { name: page_.access.send }).click();
      await stranger.getByLabel(otp.label).fill(await outbox.latestCode(sponsor.email, { sent: 2 }));
      await stranger.getByRole('button', { name: otp.verify }).click();

      await expect(stranger.getByRole('heading', { level: 1 })).toContainText(reference!);
      await expect(stranger.getByText(page_.timeline.verified)).toBeVisible();
      await expect(stranger.getByRole('definition').filter({ hasText: '12,50,000' }).first()).toBeVisible();
      await expectShort(stranger);
      await expectHindi(stranger, names);
      await expectAccessible(stranger);
      await stranger.getByRole('heading', { name: page_.more, exact: true }).click();
      await stranger.getByRole('button', { name: messages.send }).click();
      await expect(stranger.getByLabel(messages.label)).toHaveAttribute('aria-invalid', 'true');
      await stranger.getByLabel(messages.label).fill('केवल एक सीट');
      await stranger.getByRole('button', { name: messages.send }).click();
      await expect(toast(stranger, messages.sent)).toBeVisible();
      await expect(stranger.getByRole('listitem').filter({ hasText: 'केवल एक सीट' })).toBeVisible();
      const [message] =
        await database`select m.text, m.side from conversation_messages m join billings b on b.id = m.billing_id
                                   where b.reference = ${reference!}`;
      expect(message).toEqual({ text: 'केवल एक सीट', side: 'sponsor' });
      const [file] = await Promise.all([
        stranger.waitForEvent('download', { timeout: 60_000 }),
        stranger.getByRole('button', { name: hindi('adoptionHistory').summary.button }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^adoption_summary_/);
      // The access stays over a reload until it is closed.
      await stranger.reload();
      await stranger.getByRole('heading', { name: messages.title }).waitFor();
      await doubleText(stranger);
      expect(await cutOff(stranger)).toEqual([]);
      await stranger.getByRole('button', { name: page_.access.close }).click();
      await expect(stranger.getByRole('button', { name: page_.access.send })).toBeVisible();
      await elsewhere.close();
    },
  );
});

test('the same seats are not adopted twice without a word: other tabs mark them, and the server asks', async ({
  page,
  context,
  seed,
  outbox,
  database,
}) => {
  const sponsor = newSponsor();
  const course = await seed.course({ branch: 'Civil' });
  const state = async () => {
    const rows = await database<{ state: string }[]>`
      select state from billings where sponsor->>'email' = ${sponsor.email} and state <> 'draft'`;
    return rows.map((row) => row.state);
  };
  await putInCart(page, [[course, 2]]);
  const [cart, second] = [await context.newPage(), await context.newPage()];
  await cart.goto('/cart');
  // The second tab is at the code of a draft of its own.
  await second.goto('/payment');
  await sendCode(second, { ...sponsor, designation: 'Director' });
  await outbox.latestCode(sponsor.email);
  await database`update rate_limits set expire = now() where key like 'otp_pause:%'`;
  await page.goto('/payment');
  await sendCode(page, sponsor);
  const codes = async () => (await outbox.messages(sponsor.email)).flatMap(({ code }) => (code ? [code] : []));
  await outbox.latestCode(sponsor.email, { sent: 2 });
  const [ofSecond, ofFirst] = await codes();
  await verify(page, ofFirst!);
  await expect(thankYou(page)).toBeVisible({ timeout: 60_000 });
  const [reference] = REFERENCE.exec(await thankYou(page).innerText())!;
  await page.close();

  await expect(cart.getByRole('link', { name: `Adopted under ${reference}` })).toBeVisible();
  await expect(cart.getByText('Your adoption cart is empty')).toBeVisible();
  await expectAccessible(cart);

  await verify(second, ofSecond!);
  const question = second.getByRole('alertdialog', { name: 'Adopt the same seats again?' });
  await expect(question).toContainText(reference!);
  await expectAccessible(second);
  await question.getByRole('button', { name: 'No, keep the one adoption' }).click();
  await expect(second).toHaveURL('/cart');
  expect(await state()).toEqual(['pledged']);

  // Chosen anew, the seats are in the cart again, and the sponsor may say yes.
  await putInCart(cart, [[course, 2]]);
  await cart.goto('/payment');
  await fillForm(cart, sponsor);
  await database`update rate_limits set expire = now() where key like 'otp_pause:%'`;
  await cart.getByRole('button', { name: 'Send OTP' }).click();
  await codeField(cart).waitFor();
  await verify(cart, await outbox.latestCode(sponsor.email, { sent: 3 }));
  await cart.getByRole('button', { name: 'Adopt them once more' }).click();
  await expect(thankYou(cart)).toBeVisible({ timeout: 60_000 });
  expect(await state()).toEqual(['pledged', 'pledged']);
  await thankYou(cart).getByRole('button', { name: 'Continue' }).click();
  await cart.goto('/cart');
  await expect(cart.getByText('Your adoption cart is empty')).toBeVisible();
  await expect(cart.getByText(/Adopted under/)).toHaveCount(0);
});

test('a sponsor holds seats, pays by bank transfer, and finds everything on the page of the adoption', async ({
  page,
  seed,
  outbox,
  database,
}) => {
  await setAccount(database);
  const branches = ['Mining', 'Hydraulics', 'Ceramics', 'Plastics', 'Foundry'];
  const courses = await Promise.all(branches.map((branch) => seed.course({ branch })));
  const payer = await openPayment(
    page,
    courses.map((course) => [course, 3]),
  );
  // Before the phone is verified it is offered, and not possible.
  await expect(page.getByText(/The seats are reserved until .+ \(7 days\)/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay by bank transfer' })).toHaveCount(0);
  await verifyPhone(page, outbox, payer);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pay by bank transfer' }).click();
  await expect(toast(page, /We sent you an e-mail that says how to pay/)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/adoptions\/[0-9a-f-]{36}$/);
  const [billing] = await database<{ reference: string; state: string }[]>`
    select reference, state from billings where user_id = ${payer.session.id}`;
  expect(billing!.state).toBe('pledged');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Adoption ${billing!.reference}`);
  await expect(page.getByText('123456789012')).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy Quote this reference' }).click();
  await expect(toast(page, `${billing!.reference} is copied.`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(billing!.reference);
  await expect(page.getByText('Bank transfer was chosen, and the seats were adopted')).toBeVisible();
  await expect(page.getByText('Still to pay')).toBeVisible();
  await page.setViewportSize({ width: 375, height: 812 });
  await expectShort(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('group').filter({ hasText: 'Purchase order' }).locator('summary').click();
  await expect(page.getByLabel('Purchase order number')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('heading', { name: 'More', exact: true }).click();
  await page.getByLabel('Your message').fill('Two seats only, please');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Two seats only, please' })).toBeVisible();
  await database`
    insert into conversation_messages (billing_id, side, text)
    select id, 'department', 'Done' from billings where reference = ${billing!.reference}`;
  await page.getByRole('link', { name: 'My adoptions' }).first().click();
  await page.getByRole('link', { name: billing!.reference }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Done' })).toBeVisible();

  // Guest adoptions of the same e-mail address appear once it is confirmed.
  const guest = await seed.course({ branch: 'Textile' });
  await database`
    with owner as (insert into users (kind, full_name, designation, email, phone_number, company_name)
                   values ('guest', 'R', 'HR', ${payer.account.email}, '9000000000', 'N') returning id),
         made as (insert into billings (reference, user_id, channel, state, sponsor, total_paise, verified_at, verified_channel)
                  select 'SA-GST0-0000-0001', id, 'public', 'pledged', ${database.json({ email: payer.account.email })},
                         100, now(), 'email' from owner returning id)
    insert into billing_items (billing_id, course_id, position, seats, price_paise, course_name, branch, institute, city)
    select id, ${guest.id}, 1, 1, 100, 'B.Tech', 'Textile', '', ${guest.city} from made`;
  await database`update courses set adopted_seats = 1 where id = ${guest.id}`;
  await page.goto('/dashboard/adoptions');
  await expect(page.getByText('SA-GST0-0000-0001')).toHaveCount(0);
  await page.getByRole('button', { name: `Confirm ${payer.account.email}` }).click();
  await codeField(page).fill(await outbox.latestCode(payer.account.email));
  await expect(boxes(page)).toHaveCount(6);
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(page.getByRole('link', { name: 'SA-GST0-0000-0001' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Confirm / })).toHaveCount(0);
});
