import type { Problem } from '@/lib/core/errors';
import { withoutInvisible } from '@/lib/core/invisible-characters';
import { MAX_PASSWORD, MIN_ADMIN_PASSWORD } from '@/lib/core/limits';
import { MAX_USERNAME } from './schema';

/** Normalizes a username: NFKC, trimmed, lower case. */
export const usernameKey = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/**
 * Returns the problem of a new username and password, or null. Default credentials are refused in every environment,
 * not only in production: a demo with a public URL is just as exposed.
 * @param username as returned by usernameKey
 */
export function credentialProblem(username: string, password: string): Problem | null {
  const isPlain = /^[\p{L}\p{M}\p{N}._@-]+$/u.test(username) && /[\p{L}\p{N}]/u.test(username);
  // Some letters and marks are invisible (default ignorable): a username with one would look like another one.
  if (username.length > MAX_USERNAME || !isPlain || withoutInvisible(username) !== username)
    return { code: 'admin.username_form', params: { max: MAX_USERNAME } };
  if (password.length > MAX_PASSWORD || [...password.trim()].length < MIN_ADMIN_PASSWORD)
    return { code: 'admin.password_length', params: { min: MIN_ADMIN_PASSWORD, max: MAX_PASSWORD } };
  return isDefault(username, password) ? { code: 'admin.password_default' } : null;
}

const WELL_KNOWN = [
  'administrator',
  'superadmin',
  'admin',
  'password',
  'passwort',
  'passcode',
  'pass',
  'changeme',
  'change',
  'default',
  'welcome',
  'letmein',
  'iloveyou',
  'qwertyuiop',
  'qwerty',
  'asdfghjkl',
  'asdf',
  'zxcvbnm',
  'abcdefghijkl',
  'abcdef',
  'abc',
  'secret',
  'dashboard',
  'production',
  'example',
  'sample',
  'seatadoption',
  'login',
  'super',
  'guest',
  'demo',
  'test',
  'user',
  'root',
  'me',
  'my',
  'the',
  'is',
];

/** Digits and symbols commonly substituted for letters. */
const WRITTEN_FOR: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
};

const asLetters = (text: string) => [...text].map((char) => WRITTEN_FOR[char] ?? char).join('');

/** True if nothing is left of a password after removing common words, the username, digits, symbols and repetitions. */
function isDefault(username: string, password: string): boolean {
  const plain = usernameKey(password).replace(/[\s._-]+/g, '');
  const withoutTail = plain.replace(/[^\p{L}\p{M}]+$/u, '');
  const names = [username.replace(/[._-]+/g, ''), username.replace(/[^\p{L}\p{M}]/gu, '')].filter(Boolean);
  // Longest first: removing 'admin' first would leave a remainder of 'administrator'.
  const words = [...names, ...WELL_KNOWN].sort((a, b) => b.length - a.length);
  return [plain, asLetters(plain), asLetters(withoutTail)].some((text) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ' '), text);
    return new Set(rest.replace(/[^\p{L}\p{M}]/gu, '')).size < 3;
  });
}
