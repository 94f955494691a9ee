import type { Problem } from '@/lib/platform/errors';
import { withoutInvisible } from '@/lib/platform/invisible-characters';
import { normalized } from '@/lib/platform/unicode';
import { MAX_USERNAME } from './schema';

/** Normalizes a username: NFKC, trimmed, lower case. */
export const usernameKey = (text: string) => normalized(text, 'NFKC').trim().toLowerCase();

/** Returns the problem of a new username, or null. @param username as returned by usernameKey */
export function usernameProblem(username: string): Problem | null {
  const isPlain = /^[\p{L}\p{M}\p{N}._@-]+$/u.test(username) && /[\p{L}\p{N}]/u.test(username);
  // Some letters and marks are invisible (default ignorable): a username with one would look like another one.
  if (username.length > MAX_USERNAME || !isPlain || withoutInvisible(username) !== username)
    return { code: 'admin.username_form', params: { max: MAX_USERNAME } };
  return null;
}
