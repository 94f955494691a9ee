import { describe, expect, test } from 'vitest';
import { passwordProblem } from './new-password';
import { usernameKey } from './rules';

const codeOf = async (username: string, password: string) =>
  (await passwordProblem(usernameKey(username), password))?.code ?? null;

describe('A-27 security 97: the password of an administrator', () => {
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
  ])('A-27 everybody tries %s first', async (password) => {
    expect(await codeOf('asha', password)).toBe('auth.password_weak');
  });

  test.each([
    ['admin', 'administrator'],
    ['asha.verma.42', 'asha.verma.42'],
    ['asha.verma.42', ' ASHA.VERMA.42 '],
    ['asha.verma.42', 'ashaverma2026'],
    ['Ａsha.verma.42', 'asha.verma.42'],
  ])('A-27 the administrator %s may not choose %s', async (username, password) => {
    expect(await codeOf(username, password)).toBe('auth.password_weak');
  });

  test('A-27 it has 12 to 128 characters, not counting surrounding spaces', async () => {
    for (const password of ['', 'grey herons', '   grey heron   ', 'grey herons '.repeat(11)])
      expect(await passwordProblem('asha', password)).toEqual({
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
  ])('A-27 %s is good enough', async (password) => expect(await codeOf('admin', password)).toBeNull());
});
