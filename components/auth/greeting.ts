import { readItem, removeItem, writeItem } from '@/lib/core/storage';

/** Carries 'Successfully logged in!' over the change of document that a login is. */
const KEY = 'signed-in';

export const greetOnArrival = () => void writeItem('sessionStorage', KEY, '1');

/** Whether this page is where a login has led; true once. */
export function takeGreeting(): boolean {
  const due = readItem('sessionStorage', KEY) !== null;
  removeItem('sessionStorage', KEY);
  return due;
}
