import { statesThat } from '@/db/schema/billing-states';

/** States of an adoption that can have a proforma invoice. */
export const PROFORMA_STATES = statesThat(({ seats, isPaid }) => seats === 'adopted' && !isPaid);

/** States of an adoption that can have a cancellation note. */
export const CANCELLATION_STATES = statesThat(({ verify }) => verify === 'cancelled');

/** Returns the name of the file with a paper. @param serial such as 'PR/2026-27/000012' */
export function paperFileName(serial: string, extension: 'pdf' | 'xlsx'): string {
  return `${serial.replaceAll('/', '-')}.${extension}`;
}
