import { expect, test } from 'vitest';
import { contactHref, parseAddress, parseContact, parseKind, parseWebsite } from './institute-details';

test.each([
  ['https://gec-indore.example/', 'https://gec-indore.example/'],
  [' http://college.example/about ', 'http://college.example/about'],
  ['www.college.example', 'https://www.college.example/'],
  ['HTTPS://College.Example', 'https://college.example/'],
  ['', null],
])('the website %j is %j', (text, value) => {
  expect(parseWebsite(text)).toEqual({ ok: true, value });
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://college.example/',
  'https://user:secret@college.example/',
  'https://admin@college.example/',
  'user@college.example',
  'https://localhost/',
  'https://10.0.0.1/',
  'https://[::1]/',
  'college',
  'https://a b.example',
  `https://college.example/${'a'.repeat(300)}`,
])('the website %j is refused', (text) => {
  expect(parseWebsite(text)).toEqual({ ok: false });
});

test.each([
  ['Government', 'government'],
  ['Govt.', 'government'],
  ['Govt. Aided', 'aided'],
  ['PRIVATE', 'private'],
  ['-', null],
])('the kind %j is %j', (text, value) => {
  expect(parseKind(text)).toEqual({ ok: true, value });
});

test('an unknown kind is refused', () => {
  expect(parseKind('Deemed')).toEqual({ ok: false });
});

test.each([
  ['office@gec.example', 'mailto:office@gec.example'],
  ['+91 731 255 0101', 'tel:+917312550101'],
  ['0731-2550101', 'tel:07312550101'],
])('the contact %j leads to %j', (text, href) => {
  expect(parseContact(text)).toEqual({ ok: true, value: text });
  expect(contactHref(text)).toBe(href);
});

test.each(['office', '12345', '1234567890123456', 'a@b', 'office@gec.example?subject=x y', '0731 ask Rao'])(
  'the contact %j is refused',
  (text) => {
    expect(parseContact(text)).toEqual({ ok: false });
  },
);

test('an address is one line of at most 300 characters', () => {
  expect(parseAddress(' AB Road,\n Indore ')).toEqual({ ok: true, value: 'AB Road, Indore' });
  expect(parseAddress('a'.repeat(301))).toEqual({ ok: false });
});
