import { statesThat } from '@/db/schema/billing-states';
import { taxNumber } from '@/lib/platform/tax-number';
import type { PaperDetails } from '@/lib/adoption/core/schema';

/** States of an adoption that can have a proforma invoice. */
export const PROFORMA_STATES = statesThat(({ seats, isPaid }) => seats === 'adopted' && !isPaid);

/** States of an adoption that has papers, or may have some: one with adopted seats, money, or a cancellation. */
export const PAPER_STATES = statesThat(({ seats, isPaid, verify }) => seats === 'adopted' || isPaid || verify !== null);

/** What a company may want on papers, in the order of forms. */
export const PAPER_DETAILS_FIELDS = [
  'legal_name',
  'address',
  'pan',
  'gstin',
  'purchase_order',
] as const satisfies (keyof PaperDetails)[];

const GSTIN = /^(0[1-9]|[12]\d|3[0-8])[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/;

/** Whether the last character of a GSTIN is the check digit of the others: base 36, weights 1 and 2 in turn. */
function hasCheckDigit(gstin: string): boolean {
  const sum = [...gstin.slice(0, 14)].reduce((total, character, index) => {
    const product = parseInt(character, 36) * (1 + (index % 2));
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return parseInt(gstin.slice(14), 36) === (36 - (sum % 36)) % 36;
}

/**
 * Returns why a GSTIN is unusual; null if it is not, or empty. It can be saved all the same: there are other kinds of
 * GSTIN. Its characters 3 to 12 are the PAN.
 * @param pan of the same company, '' if unknown
 */
export function gstinWarning(typed: string, pan: string): 'shape' | 'check_digit' | 'pan' | null {
  const gstin = taxNumber(typed);
  if (gstin === '') return null;
  if (!GSTIN.test(gstin)) return 'shape';
  if (!hasCheckDigit(gstin)) return 'check_digit';
  return pan !== '' && gstin.slice(2, 12) !== taxNumber(pan) ? 'pan' : null;
}

/** Returns details without empty fields. */
export const withoutEmpty = (details: PaperDetails): PaperDetails =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== ''));

/** Returns the name of the file with a paper. @param serial such as 'PR/2026-27/000012' */
export function paperFileName(serial: string, extension: 'pdf' | 'xlsx'): string {
  return `${serial.replaceAll('/', '-')}.${extension}`;
}
