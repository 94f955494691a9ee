import { expect, test } from 'vitest';
import { englishIn } from '@/testing/english-in-message';
import { officeInvitation, officePasswordMessage } from './emails';

Object.assign(process.env, {
  DATABASE_URL: 'postgres://nobody@localhost/none',
  APP_SECRET: 'a-secret-of-this-test-with-32-characters',
  APP_URL: 'https://adopt.example',
  MESSAGE_TRANSPORT: 'outbox',
});

const to = 'office@institute.example';
const institute = { name: 'Government ITI', hindi: 'शासकीय आईटीआई', city: 'Indore' };

const MESSAGES = {
  'an invitation to an office, with a link that sets a password': (locale: 'en' | 'hi') =>
    officeInvitation(to, institute, 'token', locale),
  'an invitation to an office of somebody with an account': (locale: 'en' | 'hi') =>
    officeInvitation(to, institute, null, locale),
  'a link that sets another password of an office': (locale: 'en' | 'hi') => officePasswordMessage(to, 'token', locale),
};

test.each(Object.entries(MESSAGES))('%s is wholly in Hindi', (_, messageIn) => {
  expect(englishIn(messageIn('hi'))).toEqual([]);
  expect(englishIn(messageIn('en'))).not.toEqual([]);
});
