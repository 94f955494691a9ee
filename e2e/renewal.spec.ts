import { expect, test } from '../testing/e2e';
import { signIn } from '../testing/e2e/account';
import { adopt } from '../testing/e2e/adoptions';
import { expectAccessible } from '../testing/e2e/axe';

test(
  'a signed-in sponsor renews on the dashboard: the code and the payment come next',
  { tag: '@phone' },
  async ({ page, account, database, seed }) => {
    const [one, two] = [await seed.course({ branch: 'Hydraulics' }), await seed.course({ branch: 'Hydraulics II' })];
    await database`update courses set duration_years = 4, study_year = 2, held_seats = 3 where id = ${two.id}`;
    const billing = await adopt(database, await signIn(page, account), [[one, 3]]);
    await database`
    with kept as (
      insert into reservations (kind, holder, company, email, until, reason)
      values ('renewal', ${`email:${account.email}`}, ${account.company_name}, ${account.email}, now() + interval '20 days', 'Renewal') returning id),
    item as (
      insert into reservation_items (reservation_id, course_id, seats, price_paise)
      select id, ${two.id}, 3, ${two.pricePaise} from kept returning reservation_id)
    insert into renewal_lines (billing_id, from_course_id, reservation_id, course_id, seats)
    select ${billing.id}, ${one.id}, reservation_id, ${two.id}, 3 from item`;
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Renew or give back' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Renew your seats' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Renew 3 seats' }).click();
    await expect(page).toHaveURL('/dashboard/payment');
    await expect(page.getByRole('main')).toContainText('Hydraulics II');
    await expect(page.getByRole('main')).toContainText('₹3,75,000.00');
  },
);
