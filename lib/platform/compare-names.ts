import { once } from './once';

/** Made at the first use: a collator costs a phone several milliseconds, and most pages compare nothing. */
const collator = once(() => new Intl.Collator('en', { sensitivity: 'base', numeric: true }));

/** Compares names for alphabetical order: upper and lower case are equal, numbers count by value. */
export function compareNames(a: string, b: string): number {
  return collator().compare(a, b);
}
