import { describe, expect, test } from 'vitest';
import { strengthOf } from './strength';

describe('strength of a password (A-26)', () => {
  test.each([
    'x',
    '123456789012345678',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    'Password123',
    'qwerty!1',
    'abcdefghijklmnop',
    'पासवर्ड',
  ])('weak: %s', (password) => expect(strengthOf(password)).toBe('weak'));

  test.each(['tin-boat9', 'kX8#mQ2p'])('fair: %s', (password) => expect(strengthOf(password)).toBe('fair'));

  test.each(['seats for nine trees', 'kX8#mQ2p$vL5z', 'मेरी नौ नावें और तीन पेड़'])('strong: %s', (password) =>
    expect(strengthOf(password)).toBe('strong'),
  );

  test('data known about the sponsor adds nothing', () => {
    const known = ['radhika@narmada.example', 'Narmada Motors Pvt Ltd'];
    expect(strengthOf('narmadamotors-radhika')).toBe('strong');
    expect(strengthOf('narmadamotors-radhika', known)).toBe('weak');
  });
});
