import { expect, test } from 'vitest';
import { COLLEAGUE_ROLES } from '@/db/schema/enums';
import { englishIn } from '@/testing/english-in-message';
import { invitationMessage } from './emails';

Object.assign(process.env, {
  DATABASE_URL: 'postgres://nobody@localhost/none',
  APP_SECRET: 'a-secret-of-this-test-with-32-characters',
  APP_URL: 'https://adopt.example',
  MESSAGE_TRANSPORT: 'outbox',
});

const invitation = { full_name: 'सुनीता शर्मा', email: 'sunita@acme.example' };
const by = { fullName: 'आशा वर्मा', company: 'नर्मदा मोटर्स' };

test.each(COLLEAGUE_ROLES)('the invitation of a colleague (%s) is wholly in Hindi', (role) => {
  const message = invitationMessage({ ...invitation, role }, by, 'token', 'hi');
  expect(englishIn(message)).toEqual([]);
  expect(message.text).toContain(by.company);
  expect(englishIn(invitationMessage({ ...invitation, role }, by, 'token', 'en'))).not.toEqual([]);
});
