import { expect, test, type Page } from '../testing/e2e';
import { register, signIn } from '../testing/e2e/account';
import { adopt } from '../testing/e2e/adoptions';
import { signInAdmin } from '../testing/e2e/admin';
import { expectAccessible } from '../testing/e2e/axe';
import { afterJobs, runJobs } from '../testing/e2e/jobs';
import { tabAndPress, tabAndType } from '../testing/e2e/keyboard';
import { downloadPdf } from '../testing/e2e/pdf';
import { expectShape } from '../testing/e2e/shape';

const dialog = (page: Page) => page.getByRole('dialog');
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const PASSWORD = 'forty-two grey herons';

test('an institute is invited, its head joins on a phone, by keyboard alone, and keeps register and reports of adopted seats', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  admin,
  database,
  outbox,
  request,
  seed,
}) => {
  const institute = `Women's Polytechnic ${admin.id.slice(0, 8)}`;
  const email = `principal.${admin.id.slice(0, 8)}@college.example`;
  const course = await seed.course({ institute, branch: 'Civil Engineering' });
  const sponsor = await register(request, { company_name: 'Kanha Works' });
  const session = await signIn(page, sponsor);
  const adoption = await adopt(database, session, [[course, 3]]);
  const context = await browser.newContext({ baseURL, extraHTTPHeaders, viewport: { width: 375, height: 812 } });
  const phone = await context.newPage();
  const press = (name: string | RegExp) => tabAndPress(phone, button(phone, name));
  const place = (number: number) => phone.getByRole('listitem').filter({ hasText: `Place ${number}` });
  const choose = async (name: string, text: string) => {
    const chooser = phone.waitForEvent('filechooser');
    await tabAndPress(phone, phone.locator('input[type=file]'));
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  const expectGood = async () => {
    await expectAccessible(phone);
    await expectShape(phone);
  };

  await test.step('the footer leads to the login, which says how to take part', async () => {
    await phone.goto('/about');
    await phone.getByRole('contentinfo').getByRole('link', { name: 'For institutes' }).click();
    await expect(phone.getByRole('heading', { level: 1, name: 'Institute office' })).toBeVisible();
    await expectGood();
    await phone.getByRole('link', { name: 'writes to us' }).click();
    await expect(phone).toHaveURL(/\/contact$/);
  });

  await test.step('an administrator pastes lines and is told what is wrong in them', async () => {
    await signInAdmin(page, admin);
    await page.goto('/admin/offices');
    await button(page, 'Invite offices').click();
    const lines = dialog(page).getByLabel('People');
    await lines.fill(`${email}; Nowhere College; ${seed.city}`);
    await dialog(page).getByLabel('Language of the e-mails').selectOption('en');
    await dialog(page).getByRole('button', { name: 'Check' }).click();
    await expect(dialog(page)).toContainText('Line 1: there is no institute with this name in this city');
    await button(page, 'Cancel').click();
  });

  await test.step('the administrator chooses the institute by its contact in the catalogue, and invites it', async () => {
    await database`update institutes set contact = ${email} where name = ${institute}`;
    await page.goto(`/admin/offices?q=${encodeURIComponent(institute)}`);
    await page.getByRole('checkbox', { name: `Invite the contact of ${institute}` }).check();
    await button(page, 'Invite offices').click();
    await expect(dialog(page).getByLabel('People')).toHaveValue(`${email}; ${institute}; ${seed.city}`);
    await dialog(page).getByLabel('Language of the e-mails').selectOption('en');
    await dialog(page).getByRole('button', { name: 'Check' }).click();
    await expect(dialog(page)).toContainText('1 person can be invited. Nobody is invited yet.');
    await dialog(page).getByRole('button', { name: 'Invite 1 person' }).click();
    await expect(dialog(page)).toContainText('1 person is invited.');
    await expectAccessible(page);
    await button(page, 'Close').click();
    await expect(page.getByRole('row', { name: email })).toContainText('Head, invited');
    await expectAccessible(page);
  });

  await test.step('the head sets a password by the link and logs in', async () => {
    const [mail] = await outbox.messages(email);
    await phone.goto(/\S+\/office\/set-password#\S+/.exec(mail!.text)![0]);
    await tabAndType(phone, phone.getByLabel('New password'), PASSWORD);
    await press('Set password');
    await tabAndPress(phone, phone.getByRole('link', { name: 'To the login' }));
    await tabAndType(phone, phone.getByLabel('E-mail'), email);
    await tabAndType(phone, phone.getByLabel('Password', { exact: true }), PASSWORD);
    await expectGood();
    await phone.keyboard.press('Enter');
    await expect(phone.getByRole('heading', { name: 'Adopted seats' })).toBeVisible();
    await tabAndPress(phone, phone.getByRole('link', { name: 'Skip to content' }));
    await expect(phone.getByRole('main')).toBeFocused();
    await expect(phone.getByRole('main')).toContainText('0 of 3 places have a student');
    await expect(phone.getByRole('main')).toContainText('Kanha Works: 3 seats');
    await expectGood();
  });

  await test.step('roll numbers are checked, with their mistakes, before they are entered', async () => {
    await tabAndPress(phone, phone.getByRole('link', { name: 'B.Tech · Civil Engineering', exact: true }));
    const rolls = '0101CE23 1001\n0101CE231001\nnobody\n0101CE231002';
    await tabAndType(phone, phone.getByLabel('Roll numbers, one a line'), rolls);
    await press('Check');
    await expect(phone.getByRole('main')).toContainText('2 students get a place.');
    await expect(phone.getByRole('main')).toContainText('Line 2: the same roll number is there twice');
    await expect(phone.getByRole('main')).toContainText('Line 3: a heading, total or signature');
    await expectGood();
    await press('Enter 2 students');
    await expect(phone.getByRole('main')).toContainText('2 of 3 places have a student · 1 empty place');
    await expect(place(1)).toContainText('ending in 001');
    // Where the button was that is gone.
    await expect(phone.getByRole('heading', { name: 'Enter students' })).toBeFocused();
  });

  await test.step('a file fills the rest', async () => {
    await choose('class.csv', 'Name,Roll No\nAsha,0101CE231002\nRavi,0101CE231003\nMeena,0101CE231004\n');
    await expect(phone.getByRole('main')).toContainText('class.csv: 3 roll numbers');
    await press('Check');
    await expect(phone.getByRole('main')).toContainText('1 is in this register already.');
    await expect(phone.getByRole('main')).toContainText('For 1 student there is no empty place (Line 4).');
    await press('Enter 1 student');
    await expect(phone.getByRole('main')).toContainText('3 of 3 places have a student');
  });

  await test.step('a student leaves, and the place waits for the next one', async () => {
    await press('Place 1: the student left');
    await tabAndType(phone, dialog(phone).getByLabel('Reason'), 'Mo');
    await expect(dialog(phone).getByLabel('Reason')).toHaveValue('moved');
    await expectAccessible(phone);
    await press('Save');
    await expect(phone.getByRole('main')).toContainText('2 of 3 places have a student · 1 empty place');
    await expect(place(1)).toContainText('Empty');
    await expect(place(1)).toBeFocused();
  });

  await test.step('another student moves there before the first report', async () => {
    await press('Move the student of place 3');
    await tabAndType(phone, dialog(phone).getByLabel('Number of the place'), '2');
    await phone.keyboard.press('Enter');
    await expect(dialog(phone)).toContainText('There is no such empty place');
    await expect(dialog(phone).getByLabel('Number of the place')).toBeFocused();
    await phone.keyboard.press('Backspace');
    await phone.keyboard.type('1');
    await expectAccessible(phone);
    await phone.keyboard.press('Enter');
    await expect(place(1)).toContainText('ending in 003');
    await expect(place(3)).toContainText('Empty');
    await expect(place(3)).toBeFocused();
  });

  await test.step('the next student gets the place that waits', async () => {
    await tabAndType(phone, phone.getByLabel('Roll numbers, one a line'), '0101CE231004');
    await press('Check');
    await press('Enter 1 student');
    await expect(place(3)).toContainText('ending in 004');
  });

  await test.step('an administrator sets the day of the first term, and it is due in the office', async () => {
    const [offer] = await database<{ session: string }[]>`select session from courses where id = ${course.id}`;
    await page.goto(`/admin/sessions/${offer!.session}`);
    const days = page.getByRole('form', { name: 'Days of reports' });
    // Other tests make reports in this session, so none of them may lose its day.
    const labels = ['Enrolment', 'Term 1', 'Term 2', 'Results', 'What became of the students'];
    for (const [at, label] of labels.entries()) {
      const day = new Date(Date.now() + (at - 1) * 86_400_000);
      await days.getByLabel(label).fill(day.toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' }));
    }
    await expectAccessible(page);
    await button(page, 'Save the days').click();
    await expect(page.getByText(`The days of ${offer!.session} are saved`)).toBeVisible();
    await tabAndPress(phone, phone.getByRole('link', { name: 'Seats', exact: true }));
    // The page before lists the report, too.
    await expect(phone.getByRole('heading', { name: 'Adopted seats' })).toBeVisible();
    // The act, in the item of its course.
    const due = phone.getByRole('listitem').filter({ hasText: 'Report on the first term' }).last();
    await expect(due).toContainText('Due by');
    await expectGood();
    await tabAndPress(phone, due.getByRole('link'));
  });

  await test.step('the report is stated by ticks, and corrected from a file', async () => {
    await press('All others: Attends');
    await expectGood();
    await tabAndPress(phone, phone.getByRole('group', { name: 'Place 1' }).getByLabel('Attends'), 'ArrowDown');
    await press('State the report');
    await expect(phone.getByRole('main')).toContainText('3 students · 2 attend · 1 does not attend');
    await expect(phone.getByRole('main')).toContainText('Stated on');
    await choose('term.csv', 'Roll No,Attendance\n0101CE231001,Yes\n0101CE231002,Yes\n0101CE231003,Present\n');
    await press('Check');
    await expect(phone.getByRole('main')).toContainText('Line 2: this student has left');
    await expectGood();
    await press('Enter 1 mark');
    await expect(phone.getByRole('main')).toContainText('3 students · 3 attend');
  });

  await test.step('an administrator checks a sample of the report', async () => {
    await page.goto('/admin/offices/reports');
    const report = page.getByRole('row', { name: institute }).filter({ hasText: 'Term 1' });
    await report.getByRole('button', { name: /^Spot check/ }).click();
    await dialog(page).getByLabel('Reason').fill('Spot check of the term');
    await dialog(page).getByRole('button', { name: 'Look at the sample' }).click();
    for (const end of ['002', '003', '004'])
      await dialog(page).getByLabel(`roll number ending in ${end}`).selectOption('Agrees');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Record the check' }).click();
    await expect(report).toContainText('Checked');
    await expectAccessible(page);
  });

  await test.step('the head proposes another price, an administrator accepts it, and it is the price of the list', async () => {
    await tabAndPress(phone, phone.getByRole('link', { name: 'Proposals' }));
    const propose = button(phone, /^Propose a change: B\.Tech · Civil Engineering/);
    await tabAndPress(phone, propose);
    const field = (label: string) => dialog(phone).getByLabel(label);
    // Tab selects what is in a field.
    await tabAndType(phone, field('Total seats'), '2');
    await tabAndType(phone, field('Price per seat and year'), '1,31,000');
    await tabAndType(phone, field('Note for the administrators'), 'Fee order of July');
    await expectAccessible(phone);
    await press('Send the proposal');
    await expect(dialog(phone)).toContainText('Total seats cannot be below 3');
    await expect(field('Total seats')).toBeFocused();
    await phone.keyboard.press('ControlOrMeta+A');
    await phone.keyboard.type('66');
    await press('Send the proposal');
    await expect(phone.getByRole('main')).toContainText('Proposed: ');
    await expect(propose).toBeFocused();
    await expectGood();

    await page.goto('/admin/attention?kind=proposal');
    await page.getByRole('row', { name: institute }).getByRole('link', { name: 'Proposals' }).click();
    // Seats and price are one proposal.
    const chosen = page.getByRole('checkbox', { name: /Seats, Price$/ });
    await expect(page.getByRole('row', { name: institute })).toHaveCount(1);
    await expect(page.getByRole('row', { name: institute })).toContainText('₹1,31,000.00');
    // The head of the table chooses the page, and shows that it is chosen.
    const all = page.getByRole('checkbox', { name: 'Choose all on this page' });
    await all.focus();
    await page.keyboard.press('Space');
    await expect(chosen).toBeChecked();
    await expect(page.getByText('1 chosen')).toBeVisible();
    await button(page, 'Choose none').click();
    await expect(all).not.toBeChecked();
    await expect(button(page, 'Check the chosen ones')).toBeDisabled();
    await chosen.check();
    await expect(all).toBeChecked();
    await button(page, 'Check the chosen ones').click();
    await expect(page.getByRole('main')).toContainText('Nothing has been written yet.');
    await expectAccessible(page);
    await button(page, 'Accept 1 proposal').click();
    await expect(page.getByText('No proposal matches these filters.')).toBeVisible();
    // What it refuses is said with its reason.
    await phone.reload();
    await tabAndPress(phone, propose);
    await tabAndType(phone, field('Total seats'), '99');
    await press('Send the proposal');
    await expect(phone.getByRole('main')).toContainText('Proposed: ');
    await page.reload();
    await page.getByRole('checkbox', { name: /Seats$/ }).check();
    await button(page, 'Refuse the chosen ones').click();
    await dialog(page).getByLabel('Reason').fill('Not in the approved intake');
    await dialog(page).getByRole('button', { name: 'Refuse the chosen ones' }).click();
    await expect(page.getByText('No proposal matches these filters.')).toBeVisible();

    await phone.goto('/office');
    await phone.getByRole('link', { name: 'Look at the answers' }).click();
    await expect(phone.getByRole('main')).toContainText('Reason: Not in the approved intake');
    await expectGood();
    await page.goto(`/course-list/${encodeURIComponent(seed.city)}`);
    await expect(page.getByRole('main')).toContainText('₹1,31,000.00');
  });

  await test.step('the head writes what the public page of the institute says, and an administrator undoes it', async () => {
    await phone.getByRole('link', { name: 'Our page' }).click();
    await phone.getByLabel('About the institute, in English').fill('<b>A polytechnic</b> for women.');
    await phone.getByLabel('Website').fill('javascript:alert(1)');
    await button(phone, 'Save').click();
    await expect(phone.getByRole('main')).toContainText('Please enter an http or https address');
    await phone.getByLabel('Website').fill('www.college.example');
    await button(phone, 'Save').click();
    await expect(phone.getByRole('main')).toContainText(
      'About the institute, in English: empty → <b>A polytechnic</b> for women.',
    );
    await expectGood();
    await phone.getByRole('link', { name: 'Public page' }).click();
    await expect(phone).toHaveURL(/\/institute\//);
    await expect(phone.getByText('<b>A polytechnic</b> for women.')).toBeVisible();
    await expectGood();
    await page.goto(`/admin/offices?q=${encodeURIComponent(institute)}`);
    await page.getByRole('link', { name: institute, exact: true }).click();
    await button(page, /^Undo the change/).click();
    await dialog(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '→ empty' })).toHaveCount(1);
    await expectAccessible(page);
    await phone.reload();
    await expect(phone.getByText('A polytechnic')).toHaveCount(0);
    await phone.goto('/office');
  });

  await test.step('the head invites a clerk; the office is in Hindi as well', async () => {
    await tabAndPress(phone, phone.getByRole('link', { name: 'Colleagues' }));
    await press('Invite a clerk');
    await tabAndType(phone, dialog(phone).getByLabel('E-mail'), `clerk.${email}`);
    await press('Send the invitation');
    const clerk = phone
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: `clerk.${email}` });
    await expect(clerk).toContainText('Invited');
    expect((await outbox.messages(`clerk.${email}`)).length).toBe(1);
    await expect(button(phone, 'Invite a clerk')).toBeFocused();
    await press('हिन्दी');
    await expect(phone.getByRole('heading', { name: 'सहकर्मी' })).toBeVisible();
    await expectGood();
  });

  await test.step('the sponsor reads in an e-mail, and on the page, that all seats have students', async () => {
    // News are sent in the evening; the first run of a new database tells nothing of before.
    await runJobs(baseURL!);
    await database`update billings set verified_at = verified_at - interval '2 days' where id = ${adoption.id}`;
    await database`
      update enrolments set created_at = created_at - interval '1 day', ended_at = ended_at - interval '1 day' where course_id = ${course.id}`;
    await database`update reports set stated_at = stated_at - interval '1 day' where course_id = ${course.id}`;
    await database`update news_parts set told_until = told_until - 1`;
    const mail = await afterJobs(
      baseURL!,
      outbox,
      sponsor.email,
      `${institute}, ${seed.city}: Report on the first term`,
    );
    expect(mail.text).toContain('3 of 3 seats have a student. 3 of 3 attend.');
    await page.goto(`/dashboard/adoptions/${adoption.id}`);
    await expect(page.getByRole('main')).toContainText('3 of 3 seats have a student.');
    await expect(page.getByRole('main')).toContainText('Report on the first term');
    // What came of the students stands before papers, here and on the dashboard.
    const parts = () => page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents();
    expect((await parts()).filter((part) => ['Track Progress', 'Papers'].includes(part))).toEqual([
      ...['Track Progress', 'Papers'],
    ]);
    await page.getByText('About these numbers').click();
    await button(page, 'Switch off the e-mails').click();
    await expect(page.getByRole('main')).toContainText('You get no e-mails about students.');
    await expectAccessible(page);
    await page.goto('/dashboard');
    await expect(page.getByRole('region', { name: 'Track Progress' })).toContainText(adoption.reference);
    expect((await parts()).indexOf('Track Progress')).toBeLessThan((await parts()).indexOf('My adoptions'));
    await expectAccessible(page);
  });

  await test.step('once the results are stated, the sponsor makes a certificate, which /verify confirms', async () => {
    await database`
      with report as (
        insert into reports (course_id, kind, version, stated_at) values (${course.id}, 'result', 1, now()) returning id)
      insert into report_marks (report_id, enrolment_id, mark, version)
      select report.id, enrolments.id, 'completed', 1 from report, enrolments where course_id = ${course.id} and until_day is null`;
    await page.goto(`/dashboard/adoptions/${adoption.id}`);
    await expect(page.getByRole('main')).toContainText(/Report on results: \d/);
    await page.getByRole('button', { name: /Make the certificate for 20\d\d-\d\d/ }).click();
    const paper = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Certificate' });
    await expect(page.getByRole('button', { name: /Make the certificate/ })).toHaveCount(0);
    const { text } = await downloadPdf(page, paper.getByRole('button', { name: 'PDF' }));
    expect(text).toMatch(
      /Certificate[^]*Kanha Works[^]*adopted 3 seats[^]*3 of 3 students on these seats completed the course/,
    );
    const [serial] = /CT\/\S+/.exec(await paper.innerText())!;
    await page.goto(`/verify/${adoption.reference}?paper=${encodeURIComponent(serial)}`);
    await expect(page.getByRole('main')).toContainText('3 of 3 have completed the course.');
    await expectAccessible(page);
  });
  await context.close();
});
