import { readItem, removeItem, writeItem } from '@/lib/core/storage';

/** Carries the greeting over the change of document that a login is; each of the two areas has its own. */
const KEYS = { sponsor: 'signed-in', admin: 'admin-signed-in' } as const;
type Who = keyof typeof KEYS;

export const greetOnArrival = (who: Who) => void writeItem('sessionStorage', KEYS[who], '1');

/** Whether this page is where a login has led; true once. */
export function takeGreeting(who: Who): boolean {
  const due = readItem('sessionStorage', KEYS[who]) !== null;
  removeItem('sessionStorage', KEYS[who]);
  return due;
}
