import { expect, test } from '../testing/e2e';
import { signIn } from '../testing/e2e/account';
import { adopt } from '../testing/e2e/adoptions';
import { expectAccessible } from '../testing/e2e/axe';
import { downloadPdf } from '../testing/e2e/pdf';
import { shapeProblems } from '../testing/e2e/shape';

const LANGUAGES = [
  {
    language: 'en',
    title: 'Year end',
    unstated: 'Passed on, and the institute has not stated its use',
    unused: 'With the institute, not used',
    pdf: 'Download PDF',
    link: 'Make a link',
    gone: 'This link does not work',
    end: 'End',
    opened: 'opened 2 times',
    statement: 'Statement of use',
  },
  {
    language: 'hi',
    title: 'वर्षांत',
    unstated: 'भेजी गई, पर संस्थान ने उपयोग नहीं बताया',
    unused: 'संस्थान के पास, बिना उपयोग',
    pdf: 'PDF डाउनलोड करें',
    link: 'लिंक बनाएँ',
    gone: 'यह लिंक काम नहीं करता',
    end: 'समाप्त करें',
    opened: '2 बार खोला गया',
    statement: 'उपयोग का विवरण',
  },
] as const;

for (const texts of LANGUAGES)
  test(
    `${texts.language}: a company sees what is not used and why, downloads the statement, and lets its auditor read the year`,
    { tag: '@phone' },
    async ({ page, browser, baseURL, extraHTTPHeaders, account, admin, database, seed, context }) => {
      await context.addCookies([{ name: 'language', value: texts.language, url: baseURL! }]);
      const course = await seed.course({
        institute: `Polytechnic ${admin.id.slice(0, 8)}`,
        branch: 'Civil Engineering',
      });
      const session = await signIn(page, account);
      const { id: billingId } = await adopt(database, session, [[course, 4]]);
      await database`
        with release as (
          insert into releases (institute_id, kind, state, mode, paid_on, amount_paise, reference, recorded_by, confirmed_by, confirmed_at)
          select institute_id, 'passed_on', 'confirmed', 'NEFT', (now() at time zone 'Asia/Kolkata')::date, 20000000,
                 ${`UTR${admin.id.slice(0, 8)}`}, ${admin.id}, ${admin.id}, now() from courses where id = ${course.id}
          returning id)
        insert into release_lines (release_id, billing_id, course_id, amount_paise)
        select id, ${billingId}, ${course.id}, 20000000 from release`;
      const state = (used: number, revision: number) => database`
        with year as (
          select extract(year from now() at time zone 'Asia/Kolkata' - interval '3 months')::int as start),
        stated as (
          insert into uses (course_id, financial_year, revision, used_paise, passed_paise, stated_by)
          select ${course.id}, start || '-' || lpad(((start + 1) % 100)::text, 2, '0'), ${revision}, ${used}, 20000000, ${admin.id} from year
          returning id)
        insert into use_lines (use_id, billing_id, course_id, used_paise, passed_paise)
        select id, ${billingId}, ${course.id}, ${used}, 20000000 from stated`;
      const main = page.getByRole('main');

      await page.goto(`/dashboard/adoptions/${billingId}`);
      await main.locator('a[href="/dashboard/year-end"]').click();
      await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
      await expect(page.getByRole('heading', { level: 3, name: texts.unstated })).toContainText('₹2,00,000.00');
      await expectAccessible(page);
      expect(await shapeProblems(page)).toEqual([]);

      await state(15000000, 1);
      await page.reload();
      await expect(page.getByRole('heading', { level: 3, name: texts.unused })).toContainText('₹50,000.00');
      const { text } = await downloadPdf(page, page.getByRole('button', { name: texts.pdf, exact: true }));
      expect(text).toContain(texts.statement);
      expect(text).toContain('₹1,50,000.00');

      await page.getByRole('button', { name: texts.link, exact: true }).click();
      const url = (await main.locator('code').textContent())!;
      const other = await browser.newContext({ baseURL, extraHTTPHeaders });
      await other.addCookies([{ name: 'language', value: texts.language, url: baseURL! }]);
      const auditor = await other.newPage();
      await auditor.goto(new URL(url).pathname);
      await expect(auditor.getByRole('heading', { level: 1 })).toContainText(account.company_name);
      await expect(auditor.getByRole('heading', { level: 3, name: texts.unused })).toContainText('₹50,000.00');
      await expectAccessible(auditor);
      expect(await shapeProblems(auditor)).toEqual([]);
      await downloadPdf(auditor, auditor.getByRole('button', { name: texts.pdf, exact: true }));

      await page.reload();
      await expect(main).toContainText(texts.opened);
      await page.getByRole('button', { name: texts.end, exact: true }).click();
      await expect(page.getByRole('button', { name: texts.end, exact: true })).toBeHidden();
      await auditor.reload();
      await expect(auditor.getByRole('heading', { level: 1, name: texts.gone })).toBeVisible();
      await other.close();
    },
  );
