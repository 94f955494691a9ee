import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isSlower } from '@/testing/processor-time';

beforeEach(() => {
  vi.resetModules();
  vi.unstubAllEnvs();
  const usable = {
    DATABASE_URL: 'postgres://nobody@localhost/none',
    APP_SECRET: 'a-secret-of-this-test-with-32-characters',
    APP_URL: 'https://adopt.example',
    MESSAGE_TRANSPORT: 'outbox',
  };
  for (const [name, value] of Object.entries(usable)) vi.stubEnv(name, value);
  return () => vi.unstubAllEnvs();
});

const ABOUT = ['Radhika Deshmukh', 'radhika@narmada-motors.example', 'Narmada Motors Pvt Ltd'];
const weak = { ok: false, code: 'auth.password_weak' };

async function refusal(password: string, when: 'registering' | 'changing' = 'changing', about = ABOUT) {
  const { refusalOfWeakPassword } = await import('./new-password');
  return refusalOfWeakPassword(password, about, when);
}

describe('security 97: a password that is set or changed', () => {
  test.each([
    'x',
    'password',
    'Passw0rd!',
    'qwertyuiop12',
    'iloveyou2026',
    'P@ssw0rd1234',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    'abcdefghijklmnop',
    'Narmada2026',
    'NarmadaMotors1',
    'RadhikaDeshmukh',
    'narmada-motors.example',
    'seatadoption2026',
    'Seat Adoption 2026',
    'change me 1234',
    '!!LetMeIn-2026!!',
    'Ｐａｓｓｗｏｒｄ１',
  ])('is refused if it is easy to guess: %s', async (password) => expect(await refusal(password)).toEqual(weak));

  test.each([
    'teak-river-42-lamp',
    '#%&*+=~^$',
    'k#9!x@2$w%',
    'three grey herons',
    'x7#Qm2!vLp9',
    'नर्मदा के तीन सफ़ेद बगुले',
  ])('is accepted otherwise: %s', async (password) => expect(await refusal(password)).toBeNull());

  test('is judged by what is known of its sponsor', async () => {
    expect(await refusal('vindhyachalpowerworks', 'changing', [])).toBeNull();
    expect(await refusal('vindhyachalpowerworks', 'changing', ['Vindhyachal Power Works'])).toEqual(weak);
  });
});

test('R-VAL-06 the registration has no rule, unless PASSWORD_MIN_STRENGTH is set', async () => {
  expect(await refusal('x', 'registering')).toBeNull();
  vi.resetModules();
  vi.stubEnv('PASSWORD_MIN_STRENGTH', '2');
  expect(await refusal('x', 'registering')).toEqual(weak);
  expect(await refusal('Seat@Harvest1', 'registering')).toBeNull();
  expect(await refusal('teak-river-42-lamp', 'registering')).toBeNull();
});

test('PASSWORD_MIN_STRENGTH=4 holds for changes, too', async () => {
  vi.stubEnv('PASSWORD_MIN_STRENGTH', '4');
  expect(await refusal('Seat@Harvest1')).toEqual(weak);
  expect(await refusal('teak-river-42-lamp')).toBeNull();
});

test('security 110: a long password costs no more than its beginning', async () => {
  const { isEasyToGuess } = await import('./new-password');
  await isEasyToGuess('loads the lists', ABOUT);
  const guess = (password: string) => () => isEasyToGuess(password, ABOUT);
  // Dates, and signs that stand for letters, take longest.
  for (const part of ['1/1/2001-', 'p@$$w0rd1!', '4$$h0l3']) {
    const text = part.repeat(20);
    const [long, beginning] = [guess(text.slice(0, 128)), guess(text.slice(0, 40))];
    expect(await isSlower(long, beginning, 2, 50), part).toBe(false);
  }
});
