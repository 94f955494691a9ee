import type * as Argon2 from '@node-rs/argon2';
import { parseOptions, verify } from '@node-rs/argon2';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hashPassword, verifyPassword } from './password';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof Argon2>();
  return { ...real, verify: vi.fn(real.verify) };
});
afterEach(() => vi.clearAllMocks());

describe('a stored password', () => {
  test('is hashed with argon2id, 19 MiB, two passes, one lane and its own salt', async () => {
    const [first, second] = [await hashPassword('one'), await hashPassword('one')];
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
  });

  test.each(['x', ' ', 'correct horse battery staple', 'p'.repeat(128), 'पासवर्ड', '🙂'])(
    'opens for %.20j alone',
    async (password) => {
      const stored = await hashPassword(password);
      expect(await verifyPassword(stored, password)).toBe(true);
      for (const other of [`${password} `, password.slice(0, -1), password.toUpperCase() + 'X', ''])
        expect(await verifyPassword(stored, other)).toBe(false);
    },
  );

  test('all of 128 characters count', async () => {
    const stored = await hashPassword(`${'p'.repeat(127)}a`);
    expect(await verifyPassword(stored, `${'p'.repeat(127)}b`)).toBe(false);
  });

  test('matches however a keyboard composes its letters', async () => {
    expect(await verifyPassword(await hashPassword('caf\u00E9 \u0958'), 'cafe\u0301 \u0915\u093C')).toBe(true);
    expect(await verifyPassword(await hashPassword('\uFF11\uFF12a'), '12a')).toBe(true);
  });
});

describe('security 13: without a kept password', () => {
  test('the result is false, after a comparison of the same cost', async () => {
    expect(await verifyPassword(null, 'anything')).toBe(false);
    expect(verify).toHaveBeenCalledTimes(1);
    const compared = vi.mocked(verify).mock.calls[0]![0] as string;
    expect(parseOptions(compared)).toEqual(parseOptions(await hashPassword('anything')));
  });
});
