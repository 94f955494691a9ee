import 'server-only';
import type { Problem } from '@/lib/platform/errors';
import { MAX_PASSWORD, MIN_ADMIN_PASSWORD } from '@/lib/platform/limits';
import { isEasyToGuess } from '@/lib/platform/new-password';

/**
 * Returns the problem of a new password of an administrator, or null: its length, or that it is easy to guess, as those
 * that everybody tries first and the username are. Refused in every environment, not only in production: a demo with a
 * public URL is just as exposed.
 * @param username as returned by usernameKey
 */
export async function passwordProblem(username: string, password: string): Promise<Problem | null> {
  if (password.length > MAX_PASSWORD || [...password.trim()].length < MIN_ADMIN_PASSWORD)
    return { code: 'admin.password_length', params: { min: MIN_ADMIN_PASSWORD, max: MAX_PASSWORD } };
  return (await isEasyToGuess(password, [username])) ? { code: 'auth.password_weak' } : null;
}
