import type { Proposal } from '@/lib/admin/receipts/schema';
import { toRupeeString } from '@/lib/platform/money';

/** Lengths that the remark and the reason of a receipt allow. */
const [MAX_REMARK, MAX_NAME] = [500, 200];

/** Returns the name of a file as the reason of a receipt has it. */
export const fileInReason = (name: string): string => name.slice(0, MAX_NAME);

/** Returns the adoptions that a credit is recorded for unless somebody chooses others. */
export const proposedOf = ({ state, by, adoptions }: Proposal) => (state === 'new' && by !== 'orders' ? adoptions : []);

/** Returns the fields of a receipt as a line of a statement gives them. */
export const valuesOfLine = (line: Proposal, reason: string) => ({
  mode: line.mode ?? '',
  credited_on: line.date,
  amount: toRupeeString(line.amountPaise),
  tds_withheld: '',
  bank_reference: line.bankReference ?? '',
  payer: line.payer || (proposedOf(line)[0]?.company ?? ''),
  payer_bank: line.payerBank,
  remark: line.text.slice(0, MAX_REMARK),
  reason,
});
