import { chooseSeats, newAccount, signIn } from '../testing/e2e/account';
import { expectAccessible } from '../testing/e2e/axe';
import { setAccount, verifyPhone } from '../testing/e2e/dashboard-payment';
import { expect, test } from '../testing/e2e';

test('an owner invites a colleague, who joins by the link, adopts for the company and is removed', async ({
  page,
  browser,
  baseURL,
  extraHTTPHeaders,
  account,
  database,
  outbox,
  seed,
}) => {
  const course = await seed.course({});
  await database`update users set email_verified_at = now() where email = ${account.email}`;
  await signIn(page, account);
  const { email, phone_number } = newAccount();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const people = page.getByRole('region', { name: 'People' });

  await page.goto('/dashboard/profile');
  await expect(people).toContainText('You are the only person of your company here.');
  await button('Invite a Colleague').click();
  const form = page.getByRole('dialog', { name: 'Invite a Colleague' });
  await form.getByLabel('Full Name').fill('Meera Joshi');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('What may this person do?').selectOption('View and adopt');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(people.getByRole('listitem')).toContainText([`Meera Joshi · Invited`]);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  const [message] = await outbox.messages(email);
  expect(message!.text).toContain('“Radhika Deshmukh” invites you to adopt seats for “Narmada Motors Pvt Ltd”');
  const link = /\S+\/join#\S+/.exec(message!.text)![0];
  const colleague = await (
    await browser.newContext({ baseURL, extraHTTPHeaders, viewport: page.viewportSize() })
  ).newPage();
  await colleague.goto(link);
  await expect(colleague.getByText(`You sign in with ${email}`)).toBeVisible();
  await expectAccessible(colleague);
  await colleague.getByLabel('Designation').fill('Accountant');
  await colleague.getByLabel('Phone Number').fill(phone_number);
  await colleague.getByLabel('Password', { exact: true }).fill('password123');
  await colleague.getByRole('button', { name: 'Join' }).click();
  await expect(colleague.getByRole('alert').first()).toContainText('This password is easy to guess');
  await expect(colleague.getByText(`You sign in with ${email}`)).toBeVisible();
  await colleague.getByLabel('Password', { exact: true }).fill('seven ducks crossed the Narmada');
  await colleague.getByRole('button', { name: 'Join' }).click();
  await expect(colleague).toHaveURL(/\/login$/);
  await expect(colleague.getByLabel('Email', { exact: true })).toHaveValue(email);
  await colleague.goto(link);
  await expect(colleague.getByText('This invitation is used, withdrawn or too old.')).toBeVisible();

  // The colleague may adopt by bank transfer, and not pay online.
  const joined = { ...newAccount(), email, phone_number, password: 'seven ducks crossed the Narmada' };
  const session = await signIn(colleague, joined);
  await chooseSeats(colleague, session, [[course, 2]]);
  await setAccount(database);
  await colleague.goto('/dashboard/payment');
  await colleague.getByRole('button', { name: 'Ask to approve' }).click();
  await expect(colleague.getByText('The link was sent to: Radhika Deshmukh')).toBeVisible();
  await expectAccessible(colleague);
  const mails = await outbox.messages(account.email);
  const request = mails.find(({ subject }) => subject === '2 seats for your approval')!;
  expect(request.text).toContain('“Meera Joshi” asks you to approve 2 seats');
  await page.goto(/\S+\/shared-cart\/\S+/.exec(request.text)![0]);
  const [pack] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Board pack as PDF' }).click(),
  ]);
  expect(pack.suggestedFilename()).toMatch(/^board_pack_[\d-]{10}\.pdf$/);
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await verifyPhone(colleague, outbox, { account: joined, session });
  await expect(colleague.getByRole('radio')).toHaveCount(0);
  await colleague.getByRole('button', { name: 'Pay by bank transfer' }).click();
  await expect(colleague).toHaveURL(/\/dashboard\/adoptions\//);
  await colleague.getByText(/earlier steps?$/).click();
  await expect(colleague.getByText(`Meera Joshi (${email})`).first()).toBeVisible();
  await expect(colleague.getByRole('heading', { name: 'People' })).toHaveCount(0);

  // The owner sees the adoption and who made it.
  const address = new URL(colleague.url()).pathname;
  await page.goto(address);
  await page.getByText(/earlier steps?$/).click();
  await expect(page.getByText(`Meera Joshi (${email})`).first()).toBeVisible();

  await page.goto('/dashboard/profile');
  await button('Change Role: Meera Joshi').click();
  await page.getByRole('dialog').getByLabel('What may this person do?').selectOption('View');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(people.getByRole('listitem').first()).toContainText('View');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  for (const path of ['/dashboard/payment', '/dashboard/new-course-selection', '/dashboard']) {
    await colleague.goto(path);
    await expect(colleague.getByText(`Radhika Deshmukh (${account.email}) adopts seats`)).toBeVisible();
  }
  await expect(colleague.getByRole('link', { name: 'Region Selection' })).toHaveCount(0);
  await expectAccessible(colleague);
  await colleague.goto(address);
  await expect(colleague.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(colleague.getByRole('heading', { name: 'Ask for a change' })).toHaveCount(0);
  await expect(colleague.getByRole('button', { name: /proforma/i })).toHaveCount(0);

  await button('Remove Meera Joshi?').click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(people).toContainText('You are the only person of your company here.');
  await colleague.goto('/dashboard');
  await expect(colleague).toHaveURL(/\/login/);
  await colleague.context().close();
});
