import type { MailingTarget } from '@/db/schema/enums';

/** What stands for something of the recipient in the text of a message to many. */
export const PLACEHOLDERS = {
  adoptions: ['company', 'reference', 'institutes', 'seats'],
  offices: ['institutes'],
} as const satisfies Record<MailingTarget, readonly string[]>;

type Values = Readonly<Record<string, string>>;

const IN_BRACES = /\{([^{}]*)\}/g;

/** Returns the first thing in braces that is no placeholder of a message to these recipients; null if there is none. */
export function unknownPlaceholder(target: MailingTarget, text: string): string | null {
  const known: readonly string[] = PLACEHOLDERS[target];
  return [...text.matchAll(IN_BRACES)].find(([, name]) => !known.includes(name!))?.[0] ?? null;
}

/** Puts the values of a recipient into a text. */
export const filled = (text: string, values: Values): string =>
  text.replace(IN_BRACES, (whole, name: string) => values[name] ?? whole);

/** The most names that stand for a placeholder. */
const MAX_NAMES = 10;

/** Returns names without repetitions as one text; of many the first ones. */
export function namesText(names: readonly string[]): string {
  const all = [...new Set(names)];
  return [...all.slice(0, MAX_NAMES), ...(all.length > MAX_NAMES ? ['…'] : [])].join(', ');
}
