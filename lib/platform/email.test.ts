import { expect, test } from 'vitest';
import { mailboxOf, plainEmail, plainHost } from './email';

test('security 112: the spellings of an address have one form', () => {
  for (const typed of [
    'Asha@ACME.in',
    ' asha@acme.in. ',
    'asha@acme.in..',
    'mailto:asha@acme.in',
    'MailTo: asha@acme.in',
    'asha＠acme。in',
  ])
    expect(plainEmail(typed), typed).toBe('asha@acme.in');
  for (const typed of ['hr@उद्योग.भारत', 'hr@उद्योग。भारत.', 'HR@XN--P1B2A6BVBXJK.xn--h2brj9c'])
    expect(plainEmail(typed), typed).toBe('hr@xn--p1b2a6bvbxjk.xn--h2brj9c');
  expect(plainHost('Straße.example')).toBe(plainHost('xn--strae-oqa.example'));
});

test('security 112: a text that is no address becomes none', () => {
  for (const typed of [
    '',
    'asha',
    'asha@',
    'asha@अ/x',
    'asha@अ:25',
    'asha@अ@b.in',
    'asha@अ b.in',
    `asha@${'अ'.repeat(300)}.in`,
  ])
    expect(plainEmail(typed), typed).toBe(typed);
});

test('security 112: the mailbox is the address without what its server ignores', () => {
  expect(mailboxOf('HR+today@works.in.')).toBe('hr@works.in');
  expect(mailboxOf('a.s.ha+x@googlemail.com')).toBe('asha@gmail.com');
  expect(mailboxOf('9876543210')).toBe('9876543210');
});
