import { z } from 'zod';
import type { PAYEE_ACCOUNT_STATES } from '@/db/schema/enums';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { normalized } from '@/lib/platform/unicode';

/** Text without the spaces and hyphens with which such numbers are written. */
const compact = (text: string) =>
  normalized(text, 'NFKC')
    .replace(/[\s-]+/gu, '')
    .toUpperCase();

/** A bank account that money is paid to. An IFSC is the branch of a bank: four letters, 0, six characters. */
export const accountSchema = z.strictObject({
  holder: z
    .string({ error: 'payee.holder_invalid' })
    .max(200, { error: 'payee.holder_invalid' })
    .overwrite((text) => normalized(text, 'NFKC').replace(/\s+/gu, ' ').trim())
    // What banks take as a name; a program for tables reads it as no formula.
    .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'()/-]{1,99}$/u, { error: 'payee.holder_invalid' }),
  account_number: z
    .string({ error: 'payee.number_invalid' })
    .max(60, { error: 'payee.number_invalid' })
    .overwrite(compact)
    .regex(/^[0-9]{6,18}$/, { error: 'payee.number_invalid' }),
  ifsc: z
    .string({ error: 'payee.ifsc_invalid' })
    .max(60, { error: 'payee.ifsc_invalid' })
    .overwrite(compact)
    .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, { error: 'payee.ifsc_invalid' }),
});
export type AccountInput = z.infer<typeof accountSchema>;

/** The body of PUT /api/admin/payee-accounts: an account that a payee has told. */
export const toldAccountSchema = z.union([
  accountSchema.extend({ institute_id: idSchema('institute.not_found') }),
  accountSchema.extend({ reference: z.string().max(100).describe('Of the adoption whose money is paid back') }),
]);
export type ToldAccount = z.infer<typeof toldAccountSchema>;

/** The body of POST /api/admin/payee-accounts/{accountId}. */
export const accountDecisionSchema = z.strictObject({ action: z.enum(['confirm', 'reject']), reason: reasonSchema });
export type AccountDecision = z.infer<typeof accountDecisionSchema>;

/** An account of a payee. */
export type PayeeAccount = {
  id: string;
  state: (typeof PAYEE_ACCOUNT_STATES)[number];
  holder: string;
  accountNumber: string;
  ifsc: string;
  /** Whether somebody else has to confirm it. */
  needsOther: boolean;
};

/** The accounts of a payee: the one that is paid to, and another one that waits; null if there is none. */
export type PayeeAccounts = { confirmed: PayeeAccount | null; stated: PayeeAccount | null };
export const NO_ACCOUNTS: PayeeAccounts = { confirmed: null, stated: null };

/** Whether an account of a payee is confirmed, or waits, with the last digits of its number: what pages of sponsors and offices show. */
export type AccountSummary = { ending: string; isConfirmed: boolean };

/** Returns the last four digits of the number of an account. */
export const endingOf = (accountNumber: string): string => accountNumber.slice(-4);
