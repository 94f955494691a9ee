import { readItem, removeItem, writeItem } from '@/lib/platform/storage';

/** Session storage keys that carry the greeting across the page load after a login, one per area. */
const KEYS = { sponsor: 'signed-in', admin: 'admin-signed-in' } as const;
type Who = keyof typeof KEYS;

export const queueWelcomeToast = (who: Who) => void writeItem('sessionStorage', KEYS[who], '1');

/** Returns true once after a login. */
export function consumeWelcomeToast(who: Who): boolean {
  const due = readItem('sessionStorage', KEYS[who]) !== null;
  removeItem('sessionStorage', KEYS[who]);
  return due;
}
