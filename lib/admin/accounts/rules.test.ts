import { describe, expect, test } from 'vitest';
import { credentialProblem, usernameKey } from './rules';

const codeOf = (username: string, password: string) => credentialProblem(usernameKey(username), password)?.code ?? null;

describe('A-27 the password of an administrator', () => {
  test.each([
    'administrator',
    'Administrator1!',
    'admin admin admin',
    'adminadminadmin',
    'password1234',
    'P@ssw0rd1234!',
    'pa$$w0rd-2026',
    'changeme12345',
    'change me 1234',
    'Welcome@12345',
    'qwertyuiop123',
    'LetMeIn-2026!!',
    'abcdefghijkl',
    'aaaaaaaaaaaa',
    'abababababab',
    '123456789012',
    'seatadoption1',
    'Seat Adoption 2026',
    '!!!!!!!!!!!!',
  ])('A-27 everybody tries %s first', (password) => {
    expect(codeOf('asha', password)).toBe('admin.password_default');
  });

  test.each([
    ['admin', 'administrator'],
    ['asha.verma.42', 'asha.verma.42'],
    ['asha.verma.42', ' ASHA.VERMA.42 '],
    ['asha.verma.42', 'ashaverma2026'],
    ['Ａsha.verma.42', 'asha.verma.42'],
  ])('A-27 the administrator %s may not choose %s', (username, password) => {
    expect(codeOf(username, password)).toBe('admin.password_default');
  });

  test('A-27 it has 12 to 128 characters, not counting surrounding spaces', () => {
    for (const password of ['', 'grey herons', '   grey heron   ', 'grey herons '.repeat(11)])
      expect(credentialProblem('asha', password)).toEqual({
        code: 'admin.password_length',
        params: { min: 12, max: 128 },
      });
  });

  test.each([
    'seats of madhya pradesh',
    'forty-two grey herons',
    'नर्मदा के किनारे बगुले',
    'xq7wk-m3hpz-r9tfa',
    'correct horse admin battery',
  ])('A-27 %s is good enough', (password) => expect(codeOf('admin', password)).toBeNull());
});

test.each(['', '   ', 'asha verma', 'a\u200Bb', "a'b", 'a\nb', '<b>', 'x'.repeat(101)])(
  '%j is no username',
  (username) => {
    expect(codeOf(username, 'forty-two grey herons')).toBe('admin.username_form');
  },
);

test.each(['asha\uFE0F', 'a\u034Fsha', '\u115F', 'asha\u17B4', '\u0301', '...', 'asha\u{E0100}'])(
  'security 67: a username with marks that cannot be seen, or without a letter or digit, is refused: %j',
  (username) =>
    expect(credentialProblem(usernameKey(username), 'forty-two grey herons')?.code).toBe('admin.username_form'),
);

test('security 43: a username has one spelling', () => {
  for (const typed of ['asha@acme.in', ' Asha@ACME.in ', 'asha\uFF20acme.in'])
    expect(usernameKey(typed)).toBe('asha@acme.in');
});
