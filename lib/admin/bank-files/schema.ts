import { z } from 'zod';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { bankReference, MAX_REFERENCE, moneyDay } from '@/lib/adoption/core/money-schema';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_FILE_PAYMENTS } from '@/lib/platform/limits';

const reference = z.string().max(100);

/** The body of POST /api/admin/bank-files: whom a new file pays, each everything that is due. */
export const newBankFileSchema = z
  .strictObject({
    pay_on: moneyDay.describe('The day on which the bank is to pay, in India'),
    institutes: z.array(idSchema('institute.not_found')).max(MAX_FILE_PAYMENTS).default([]),
    adoptions: z
      .array(reference)
      .max(MAX_FILE_PAYMENTS)
      .default([])
      .describe('References; their sponsors are paid back'),
  })
  .refine(({ institutes, adoptions }) => institutes.length + adoptions.length > 0, { error: 'bank_file.nothing' })
  .refine(({ institutes, adoptions }) => institutes.length + adoptions.length <= MAX_FILE_PAYMENTS, {
    error: 'bank_file.too_many',
  });
export type NewBankFile = z.infer<typeof newBankFileSchema>;

/** Its response. */
export const bankFileMadeSchema = z.object({
  number: z.int(),
  payments: z.int(),
  refused: z.array(z.object({ payee: z.string().describe('Id of the institute, or reference'), code: z.string() })),
});

/** The response of GET /api/admin/bank-files: who can be paid now; amounts in rupees. */
export const payableSchema = z.object({
  payees: z.array(
    z.object({
      kind: z.enum(['institute', 'adoption']),
      id: z.string().describe('Of the institute, or the reference of the adoption'),
      name: z.string(),
      amount: z.number(),
      account: z
        .object({ holder: z.string(), account_number: z.string(), ifsc: z.string() })
        .nullable()
        .describe('Null: none is confirmed'),
    }),
  ),
});
export type Payable = z.infer<typeof payableSchema>['payees'][number];

/** The body of POST /api/admin/bank-files/{number}: what becomes of all payments of a file that wait for it. */
export const bankFileActionSchema = z.strictObject({
  action: z.enum(['confirm', 'reject']).describe('`reject` also takes back what is ordered'),
  reason: reasonSchema,
});
export type BankFileAction = z.infer<typeof bankFileActionSchema>;

/** What became of each payment: `code` says why nothing did. */
export const paymentResultsSchema = z.object({
  results: z.array(z.object({ reference: z.string(), code: z.string().nullable() })),
});

/** The body of POST /api/admin/bank-payments: what the bank paid, such as of a bank statement. */
export const paidSchema = z.strictObject({
  payments: z
    .array(
      z.strictObject({
        reference: reference.describe('In the file'),
        paid_on: moneyDay,
        bank_reference: bankReference(MAX_REFERENCE),
      }),
    )
    .min(1)
    .max(MAX_FILE_PAYMENTS),
  reason: reasonSchema,
});
export type PaidPayments = z.infer<typeof paidSchema>;

/** The parameters of an endpoint of one file. */
export const ofBankFile = z.object({
  number: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'bank_file.not_found')
    .transform(Number),
});
