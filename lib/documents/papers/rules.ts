import { statesThat } from '@/db/schema/billing-states';
import type { PaperDetails } from '@/lib/adoption/schema';

/** States of an adoption that can have a proforma invoice. */
export const PROFORMA_STATES = statesThat(({ seats, isPaid }) => seats === 'adopted' && !isPaid);

/** States of an adoption that has papers, or may have some: one with adopted seats, money, or a cancellation. */
export const PAPER_STATES = statesThat(({ seats, isPaid, verify }) => seats === 'adopted' || isPaid || verify !== null);

/** What a company may want on papers, in the order of forms. */
export const PAPER_DETAILS_FIELDS = [
  'legal_name',
  'address',
  'pan',
  'purchase_order',
] as const satisfies (keyof PaperDetails)[];

/** Returns details without empty fields. */
export const withoutEmpty = (details: PaperDetails): PaperDetails =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== ''));

/** Returns the name of the file with a paper. @param serial such as 'PR/2026-27/000012' */
export function paperFileName(serial: string, extension: 'pdf' | 'xlsx'): string {
  return `${serial.replaceAll('/', '-')}.${extension}`;
}
