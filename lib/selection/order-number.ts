import { MAX_ORDER_NUMBER } from '@/lib/platform/limits';
import { readItem, removeItem, writeItem } from '@/lib/platform/storage';

/** The company's number of the order that the browser's cart and selection are for. */
const KEY = 'order_number';

/** Returns the number that was typed, or came with a shared cart; '' if there is none. */
export const readOrderNumber = (): string => (readItem('localStorage', KEY) ?? '').slice(0, MAX_ORDER_NUMBER);

/** Keeps the number until the seats are adopted. @param typed '' removes it */
export function keepOrderNumber(typed: string): void {
  const number = typed.trim();
  if (number === '') removeItem('localStorage', KEY);
  else writeItem('localStorage', KEY, number);
}
