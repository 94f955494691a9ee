/**
 * A PAN, or nothing: five letters, of which the fourth is the kind of its holder, such as C for a company; four digits and a
 * letter.
 */
export const PAN = /^([A-Z]{3}[ABCFGHJLPT][A-Z][0-9]{4}[A-Z])?$/;

/** Returns a GSTIN or PAN as it is stored: without spaces, in upper case. */
export const taxNumber = (typed: string): string => typed.replace(/\s+/gu, '').toUpperCase();
