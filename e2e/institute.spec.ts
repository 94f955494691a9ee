import { randomBytes } from 'node:crypto';
import { register, signIn } from '../testing/e2e/account';
import { adopt } from '../testing/e2e/adoptions';
import { expect, test } from '../testing/e2e';
import { cardOf, choose } from '../testing/e2e/selection';
import { expectHindi } from '../testing/e2e/hindi';
import { toast } from '../testing/e2e/toast';
import { hindi } from '../testing/e2e/translations';

test('an institute shows its courses and details, and a company from when its sponsor allows it until it is withdrawn', async ({
  page,
  seed,
  database,
  baseURL,
}) => {
  const company = `Tapti <i>Works</i> ${randomBytes(4).toString('hex')}`;
  const sponsor = await register(page.request, { company_name: company });
  const session = await signIn(page, sponsor);
  const institute = `Tapti College ${sponsor.phone_number}`;
  const course = await seed.course({ branch: 'Hydraulics', institute });
  await seed.course({ branch: 'Optics', institute });
  const { id: billing } = await adopt(database, session, [[course, 3]]);
  const [{ id } = { id: '' }] = await database<{ id: string }[]>`
    update institutes set address = 'AB Road', website = 'https://www.tapti.example/', kind = 'aided', contact = '07141 230101',
           hindi = 'ताप्ती महाविद्यालय'
     where name = ${institute} returning id`;
  await database`update courses set duration_years = 4, branch_hindi = 'द्रवचालिकी' where id = ${course.id}`;

  await page.goto(`/institute/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: institute })).toBeVisible();
  const row = cardOf(page, 'Hydraulics');
  await expect(row).toContainText('4-year B.Tech');
  await expect(row).toContainText(`${course.totalSeats - course.adoptedSeats - 3}/${course.totalSeats} seats left`);
  await expect(page.getByRole('link', { name: 'tapti.example' })).toHaveAttribute('href', 'https://www.tapti.example/');
  await expect(page.getByRole('link', { name: '07141 230101' })).toHaveAttribute('href', 'tel:07141230101');
  await choose(page, 'Hydraulics', 2);
  await page.getByRole('button', { name: 'Proceed to Lock' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByRole('spinbutton', { name: `Number of seats: Hydraulics, ${institute}` })).toHaveValue('2');
  await page.goBack();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`/institute/${id}$`));
  // Nothing empty has a heading.
  await expect(page.getByRole('heading', { name: 'Seats to adopt' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Companies that adopted seats here' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'What the institute reports' })).toBeHidden();
  await expect(page.getByText('3 adopted seats', { exact: true })).toBeVisible();

  await page.goto(`/dashboard/adoptions/${billing}#company`);
  await page.getByRole('button', { name: "Show our company on the institutes' pages" }).click();
  await expect(toast(page, "The institutes' pages now name your company.")).toBeVisible();
  await expect(page.getByText("You allowed the institutes' pages to name your company")).toBeVisible();
  await page.goto(`/institute/${id}`);
  const companies = page.getByRole('region', { name: 'Companies that adopted seats here' });
  await expect(companies.getByRole('listitem')).toContainText([`${company}3 seats, `]);

  await page.context().addCookies([{ name: 'language', value: 'hi', url: baseURL! }]);
  await page.reload();
  await expect(page.getByText(hindi('institute').kind.aided)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'ताप्ती महाविद्यालय' })).toHaveAttribute('lang', 'hi');
  await expectHindi(page, [course.city, 'Optics']);
  await page.goto(`/search?q=${encodeURIComponent('ताप्ती द्रवचालिकी')}`);
  await expect(cardOf(page, 'द्रवचालिकी')).toContainText('ताप्ती महाविद्यालय');
  await page.goto('/cart');
  await expect(page.locator('[data-cart-line]')).toContainText(['द्रवचालिकीताप्ती महाविद्यालय']);
  await page.goto(`/dashboard/adoptions/${billing}#company`);
  await page.getByRole('button', { name: hindi('adoptionPage').company.hide }).click();
  await expect(toast(page, hindi('adoptionPage').company.hidden)).toBeVisible();
  await page.goto(`/institute/${id}`);
  await expect(page.getByRole('heading', { name: hindi('institute').seats })).toBeVisible();
  await expect(page.getByRole('heading', { name: hindi('institute').companies })).toBeHidden();
});

test('the list of the map links to it, and in the dashboard its links stay there', async ({ page, seed }) => {
  const institute = `Tawa College ${seed.city}`;
  const course = await seed.course({ institute });
  const list = `/dashboard/city/${encodeURIComponent(course.city)}`;
  const link = page.getByRole('link', { name: institute });

  await page.goto('/select-region/B.Tech?view=list');
  await page.getByRole('button', { name: `Courses in ${course.city}` }).click();
  await link.click();
  await expect(page).toHaveURL(/\/institute\/[\w-]+$/);
  await page.goto(`/search?q=${encodeURIComponent(institute)}`);
  await expect(link).toHaveAttribute('href', /^\/institute\//);

  await signIn(page, await register(page.request));
  await page.goto(list);
  await link.click();
  await expect(page).toHaveURL(/\/dashboard\/institute\/[\w-]+$/);
  await expect(page.getByRole('link', { name: `Seats in ${course.city}` })).toHaveAttribute('href', list);
  await choose(page, course.branch);
  await page.getByRole('button', { name: 'Proceed to Lock' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/dashboard/payment');
});

test('an unknown institute is not found', async ({ request }) => {
  for (const id of ['3f8f4d2c-0f3c-4b63-9d5a-0a9d0f7f6a11', 'nothing', '%00'])
    expect((await request.get(`/institute/${id}`)).status()).toBe(404);
});
