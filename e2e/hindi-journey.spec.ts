import { expect, test } from '../testing/e2e';
import { expectHindi } from '../testing/e2e/hindi';
import { newSponsor } from '../testing/e2e/sponsor';
import { hindi } from '../testing/e2e/translations';
import { toast } from '../testing/e2e/toast';

test.use({ locale: 'hi-IN' });

const [cart, common, errors, list] = [hindi('cart'), hindi('common'), hindi('errors'), hindi('list')];
const [otp, payment, region, confirmed] = [hindi('otp'), hindi('payment'), hindi('region'), hindi('verify')];

test(
  'R-BIZ-06 the whole adoption in Hindi on a phone: no page contains an English word',
  { tag: '@phone-only' },
  async ({ page, seed, outbox, database }) => {
    const sponsor = newSponsor();
    const course = await seed.course({ city: 'Ujjain', branch: `Hydraulics ${sponsor.phone}` });
    // Queried on each call: other tests add cities and courses meanwhile, whose names have no translation.
    const names = async () => {
      const rows = await database<{ name: string }[]>`
      select branch as name from courses where city = 'Ujjain' union select name from institutes where city = 'Ujjain'
      union select city from courses where city like '%Nagar%'`;
      return [...rows.map(({ name }) => name), ...Object.values(sponsor)];
    };

    await page.goto('/');
    await expectHindi(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: /बी\.टेक/ })
      .click();

    await expect(page).toHaveURL('/select-region/B.Tech');
    await expect(page.locator('[data-label="Ujjain"]')).toContainText('उज्जैन');
    await expectHindi(page, await names());
    await page.getByRole('button', { name: region.list, exact: true }).click();
    await expectHindi(page, await names());
    await page.getByRole('link', { name: 'उज्जैन', exact: true }).click();

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('उज्जैन में बी.टेक की सीटें');
    const card = page
      .getByRole('article')
      .filter({ has: page.getByRole('heading', { name: course.branch, exact: true }) });
    await card.getByRole('checkbox', { name: list.card.select }).check();
    await card.getByRole('spinbutton').fill('61');
    await expect(card).toContainText('अधिकतम उपलब्ध सीटें: 60');
    await card.getByRole('spinbutton').fill('12');
    await expectHindi(page, await names());
    await page.getByRole('button', { name: list.summary.proceed }).click();

    await expect(page).toHaveURL('/cart');
    await expect(page.getByText('1 पाठ्यक्रम में 12 सीटें')).toBeVisible();
    await page.getByRole('button', { name: cart.clear.open }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectHindi(page, await names());
    await page.getByRole('button', { name: cart.clear.cancel }).click();
    await page.getByRole('link', { name: cart.proceed }).click();

    await expect(page).toHaveURL('/payment');
    await page.getByRole('button', { name: payment.form.send }).click();
    await expect(page.getByText('ई-मेल भरना ज़रूरी है')).toBeVisible();
    await expectHindi(page, await names());
    for (const [field, value] of Object.entries(sponsor))
      await page.getByLabel(payment.form[field as keyof typeof sponsor], { exact: true }).fill(value);
    await page.getByRole('button', { name: payment.form.send }).click();

    const code = page.getByLabel(otp.label);
    await code.fill('000000');
    await expectHindi(page, await names());
    await page.getByRole('button', { name: otp.verify }).click();
    await expect(toast(page, errors.otp.invalid)).toBeVisible();
    await code.fill(await outbox.latestCode(sponsor.email));
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: otp.verify }).click();
    await downloaded;

    const thanks = page.getByRole('alertdialog', { name: payment.thanks.title });
    await expect(thanks).toContainText(`उज्जैन में 12 सीटें अब ${sponsor.company} के नाम हैं।`);
    const [billing] = await database<{ reference: string }[]>`
    select reference from billings where sponsor->>'email' = ${sponsor.email} and reference is not null`;
    await expectHindi(page, [...(await names()), billing!.reference]);
    await thanks.getByRole('button', { name: payment.thanks.continue }).click();
    await expect(toast(page, payment.thanks.done)).toBeVisible();

    await page.goto('/cart');
    await expect(page.getByText(cart.empty.title)).toBeVisible();
    await expectHindi(page);
    await page.goto(`/verify/${billing!.reference}`);
    await expect(page.getByText(confirmed.genuine)).toBeVisible();
    await expectHindi(page, [...(await names()), billing!.reference]);
    for (const nowhere of ['/verify/unknown', '/adoptions?reference=unknown', '/nowhere']) {
      await page.goto(nowhere);
      await expectHindi(page);
    }
    await expect(page.getByText(common.notFound.text)).toBeVisible();
  },
);
