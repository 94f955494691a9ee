import type { DocumentContext } from './context';

/** Modes with a name; the others are abbreviations. */
const NAMED_MODES = ['cheque', 'demand_draft', 'gateway', 'card', 'upi', 'netbanking'] as const;

/** Returns the name of a mode of payment. */
export function modeName(mode: string, t: DocumentContext['paper']): string {
  const named = NAMED_MODES.find((name) => name === mode);
  return named ? t(`modes.${named}`) : mode;
}
