import { LOCALE_COOKIE } from '@/lib/platform/i18n/locale';
import { expect, test } from '../testing/e2e';
import { signInAdmin } from '../testing/e2e/admin';
import { adopt } from '../testing/e2e/adoptions';
import { register, signIn } from '../testing/e2e/account';
import { expectAccessible } from '../testing/e2e/axe';
import { look } from '../testing/e2e/look';

test(
  'adopted seats move: an administrator asks, one sponsor accepts in Hindi, another declines and comes back as a list',
  { tag: '@phone' },
  async ({ page, browser, baseURL, extraHTTPHeaders, seed, database, admin }) => {
    const code = Math.random().toString(36).slice(2, 8);
    const open = { totalSeats: 20, adoptedSeats: 0, pricePaise: 1_00_000_00 };
    const from = await seed.course({ ...open, branch: `Closing ${code}`, institute: `Old ${code}` });
    const to = await seed.course({ ...open, branch: `Welcoming ${code}`, pricePaise: 90_000_00 });
    await seed.course({ ...open, branch: `Third ${code}`, institute: `Old ${code}`, pricePaise: 1_10_000_00 });
    const sponsors = await Promise.all(
      [0, 1].map(async () => {
        const sponsor = await browser.newPage({ baseURL, extraHTTPHeaders, viewport: page.viewportSize()! });
        const session = await signIn(sponsor, await register(sponsor.request));
        return { sponsor, ...(await adopt(database, session, [[from, 4]])) };
      }),
    );
    const [one, other] = [sponsors[0]!, sponsors[1]!];

    await signInAdmin(page, admin);
    await page.goto(`/admin/catalogue?q=Closing+${code}`);
    await page.getByRole('link', { name: /^Move adopted seats of/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Moves of adopted seats' })).toBeVisible();
    await page.getByLabel('Words of the branch, institute or city').fill(`Welcoming ${code}`);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('button', { name: /^Choose .*Welcoming/ }).click();
    await expect(page.getByRole('row', { name: new RegExp(one.reference) })).toContainText('40,000.00');
    await expect(page.getByRole('main')).toContainText('2 adoptions, 8 of 20 free seats.');
    await page.getByLabel('Reason').fill('The workshop closes in June');
    await look(page, 'move-start');
    await page.getByRole('button', { name: 'Ask 2 sponsors' }).click();
    await expect(page.getByText('2 sponsors were asked.')).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(one.reference) })).toContainText('Waits for the sponsor');
    await look(page, 'move-asked');

    await one.sponsor.context().addCookies([{ name: LOCALE_COOKIE, value: 'hi', url: baseURL! }]);
    await one.sponsor.goto(`/dashboard/adoptions/${one.id}`);
    await expect(one.sponsor.getByRole('heading', { name: 'कृपया उत्तर दें: 4 सीटें बदलनी हैं' })).toBeVisible();
    await expect(one.sponsor.getByText('₹40,000.00 कम', { exact: true })).toBeVisible();
    await one.sponsor.getByText('दूसरा पाठ्यक्रम चुनें').click();
    await expect(one.sponsor.getByLabel('पाठ्यक्रम', { exact: true })).toContainText('₹40,000.00 अधिक');
    await look(one.sponsor, 'move-sponsor-hi');
    await one.sponsor.getByRole('button', { name: 'स्वीकार करें', exact: true }).click();
    await expectAccessible(one.sponsor);
    await one.sponsor.getByRole('alertdialog').getByRole('button', { name: 'स्वीकार करें' }).click();
    await expect(one.sponsor.getByText('4 सीटें बदल गईं।')).toBeVisible();
    await expect(one.sponsor.getByRole('heading', { name: /4 सीटें बदलनी हैं/ })).toBeHidden();
    await look(one.sponsor, 'move-accepted-hi');

    await other.sponsor.goto(`/dashboard/adoptions/${other.id}`);
    await other.sponsor.getByRole('button', { name: 'Decline' }).click();
    await other.sponsor.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
    await expect(other.sponsor.getByText('The seats stay where they are.')).toBeVisible();

    const rows =
      await database`select adopted_seats, held_seats from courses where id in (${from.id}, ${to.id}) order by id = ${to.id}`;
    expect(rows).toEqual([
      { adopted_seats: 4, held_seats: 0 },
      { adopted_seats: 4, held_seats: 0 },
    ]);
    await page.goto('/admin/catalogue/moves?state=back');
    await expect(page.getByRole('row', { name: new RegExp(other.reference) })).toContainText('Declined');
    await look(page, 'move-back');
    await page.getByRole('button', { name: `Leave there the seats of ${other.reference}` }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('They study on there');
    await page.getByRole('dialog').getByRole('button', { name: 'Leave there' }).click();
    await expect(page.getByText('The seats stay where they are.')).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(other.reference) })).toBeHidden();
  },
);
