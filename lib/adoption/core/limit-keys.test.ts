import { expect, test } from 'vitest';
import { limitKey, limitKeys } from './limit-keys';

const pledge = (email: string, channel: 'email' | 'phone' = 'email') =>
  limitKeys({ otpMethod: channel, email, phone: '9876543210' });

test('security 56: spellings of one mailbox, and hosts of one company, count together', () => {
  for (const email of ['hr@works.co.in', 'HR+today@works.co.in'])
    expect(pledge(email)).toEqual(['email:hr@works.co.in', 'domain:works.co.in']);
  expect(pledge('hr@a.b.works.co.in')).toEqual(['email:hr@a.b.works.co.in', 'domain:works.co.in']);
  expect(pledge('hr@mail.works.com')).toContain('domain:works.com');
  expect(limitKey('mail.WORKS.com')).toBe('domain:works.com');
});

test('security 56: companies with names below the same public one do not', () => {
  expect(pledge('a@one.co.in')[1]).not.toBe(pledge('a@two.co.in')[1]);
  expect(pledge('a@one.ac.in')[1]).not.toBe(pledge('a@two.ac.in')[1]);
});

test('security 56: free e-mail has no company, also below its host', () => {
  expect(pledge('a.s.ha+x@gmail.com')).toEqual(['email:asha@gmail.com']);
  expect(pledge('asha@googlemail.com')).toEqual(['email:asha@gmail.com']);
  expect(pledge('asha@yahoo.co.in')).toEqual(['email:asha@yahoo.co.in']);
  expect(pledge('asha@rediffmail.com')).toEqual(['email:asha@rediffmail.com']);
});

test('security 56, 111: what was verified counts: the phone of a pledge, not the e-mail that was typed beside it', () => {
  expect(pledge('ceo@works.in', 'phone')).toEqual(['phone:9876543210']);
});

test('security 112: spellings of one host count together', () => {
  const keys = ['email:hr@xn--p1b2a6bvbxjk.xn--h2brj9c', 'domain:xn--p1b2a6bvbxjk.xn--h2brj9c'];
  for (const email of ['hr@उद्योग.भारत', 'HR@xn--p1b2a6bvbxjk.xn--h2brj9c', 'hr@उद्योग.भारत.'])
    expect(pledge(email)).toEqual(keys);
  for (const email of ['hr@works.in', 'hr@works.in.', 'hr@works.in..', 'hr@ＷＯＲＫＳ.in', 'mailto:hr@works.in'])
    expect(pledge(email)).toEqual(['email:hr@works.in', 'domain:works.in']);
  expect(pledge('a.sha@gmail.com.')).toEqual(['email:asha@gmail.com']);
  for (const host of ['works.in', 'WORKS.in.', 'mail.works.in.']) expect(limitKey(host)).toBe('domain:works.in');
  expect(limitKey('9876543210')).toBe('phone:9876543210');
});
