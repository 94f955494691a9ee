import { statesThat } from '@/db/schema/billing-states';

/** States of an adoption that can have a proforma invoice. */
export const PROFORMA_STATES = statesThat(({ seats, isPaid }) => seats === 'adopted' && !isPaid);

/** States of an adoption that has papers, or may have some: one with adopted seats, money, or a cancellation. */
export const PAPER_STATES = statesThat(({ seats, isPaid, verify }) => seats === 'adopted' || isPaid || verify !== null);

/** Returns the name of the file with a paper. @param serial such as 'PR/2026-27/000012' */
export function paperFileName(serial: string, extension: 'pdf' | 'xlsx'): string {
  return `${serial.replaceAll('/', '-')}.${extension}`;
}
