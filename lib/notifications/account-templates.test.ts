import { describe, expect, test } from 'vitest';
import { LOCALES } from '@/lib/platform/i18n/locale';
import { englishIn } from '@/testing/english-in-message';
import { accountEmail } from './account-templates';
import { ACCOUNT_MESSAGE_KINDS, type AccountMessageDetail, type AccountMessageKind } from './schema';

Object.assign(process.env, {
  DATABASE_URL: 'postgres://nobody@localhost/none',
  APP_SECRET: 'a-secret-of-this-test-with-32-characters',
  APP_URL: 'https://adopt.example',
  MESSAGE_TRANSPORT: 'outbox',
});

const CONTACT = 'seats@adopt.example';
const FORMER = 'asha@acme.example';
const emailOf = (kind: AccountMessageKind, detail: AccountMessageDetail = {}, recipient = FORMER, locale = 'en') =>
  accountEmail({ id: '0b0f8a52-3c55-4c5e-9d0a-6d3a1f3f7f10', kind, detail, recipient, locale, attempts: 1 }, CONTACT);

/** Administrators read English. */
const TO_ADMINISTRATORS: readonly AccountMessageKind[] = ['notices_address', 'notices', 'table'];

describe.each(LOCALES)('in %s', (locale) => {
  test.each(ACCOUNT_MESSAGE_KINDS)('%s goes to the recipient, with the id as key and all its texts', (kind) => {
    const detail = { email: 'new@acme.example', until: '2027-06-30T18:29:59Z', items: { job: 1, receipt_waits: 3 } };
    const message = emailOf(kind, detail, FORMER, locale);
    expect(message).toMatchObject({ to: FORMER, idempotencyKey: '0b0f8a52-3c55-4c5e-9d0a-6d3a1f3f7f10' });
    expect(`${message.subject} ${message.text}`).not.toMatch(/account\.|undefined|\{/);
    expect(message.text.length).toBeGreaterThan(80);
    if (locale === 'hi' && !TO_ADMINISTRATORS.includes(kind)) expect(englishIn(message)).toEqual([]);
  });
});

test('a removed phone number is named', () => {
  expect(emailOf('account_password_reset', { phone_removed: true }).text).toContain(
    'phone number of the account was removed',
  );
  expect(emailOf('account_password_reset', { phone_removed: false }).text).not.toContain('phone number');
});

test('who could not know the password is not said to know it: our team changed the address', () => {
  const detail = { email: 'new@acme.example' };
  expect(emailOf('account_email_changed', detail).text).toContain('somebody knows your password');
  const byTeam = emailOf('account_email_changed', { ...detail, by_team: true }).text;
  expect(byTeam).toContain('Our team changed it');
  expect(byTeam).not.toContain('knows your password');
});

test('the former address is led to the support, the new one to the sessions', () => {
  const detail = { email: 'new@acme.example' };
  const former = emailOf('account_email_changed', detail).text;
  expect(former).toContain('seats@adopt.example');
  expect(former).not.toContain('/dashboard/profile');
  const added = emailOf('account_email_changed', detail, detail.email).text;
  expect(added).toContain('https://adopt.example/dashboard/profile');
  expect(added).not.toContain('seats@adopt.example');
});

test('an administrator is told numbers and where to act', () => {
  const { subject, text } = emailOf('notices', { items: { receipt_waits: 3, job: 1 } });
  expect(subject).toBe('Receipts to confirm and more: 4 for administrators');
  expect(text).toContain('Failing jobs: 1');
  expect(text).toContain('https://adopt.example/admin/attention?kind=receipt_waits');
});
