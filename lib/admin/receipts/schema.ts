import { z } from 'zod';
import { BANK_MODES } from '@/db/schema/enums';
import {
  balanceResponse,
  columnsSchema,
  layoutResponse,
  layoutSchema,
  type StatementLine,
} from '@/lib/admin/bank-statements/schema';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { creditSchema } from '@/lib/admin/adoptions/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_RECEIPTS } from '@/lib/platform/limits';
import { requirePaise, toRupees } from '@/lib/platform/money';

const PROPOSED_BY = ['reference', 'told', 'order', 'orders', 'company', 'amount'] as const;

/** The adoption that a receipt is for, as the API returns it. */
const receiptAdoptionResponse = z
  .object({
    reference: z.string(),
    company_name: z.string(),
    outstanding: z.number(),
    /** Recorded, but not confirmed yet. */
    waiting: z.number(),
    version: z.int(),
  })
  .meta({ id: 'ReceiptAdoption' });

/** The adoption that a receipt is for. An action on it names its version. */
export type ReceiptAdoption = {
  reference: string;
  company: string;
  outstandingPaise: number;
  /** Receipts that wait for their confirmation; not subtracted from `outstandingPaise`. */
  waitingPaise: number;
  version: number;
};

/** Returns what is missing if the receipts that wait are confirmed, 0 or more. */
export const missingPaise = ({ outstandingPaise, waitingPaise }: ReceiptAdoption) =>
  Math.max(outstandingPaise - waitingPaise, 0);

/** Converts an adoption for the API, whose amounts are in rupees. */
export function toApiAdoption({ company, outstandingPaise, waitingPaise, ...adoption }: ReceiptAdoption) {
  return {
    ...adoption,
    company_name: company,
    outstanding: toRupees(outstandingPaise),
    waiting: toRupees(waitingPaise),
  };
}

/** receiptAdoptionResponse as parsed by the browser. */
const receiptAdoptionSchema = receiptAdoptionResponse.transform(
  ({ company_name: company, outstanding, waiting, ...adoption }): ReceiptAdoption => ({
    ...adoption,
    company,
    outstandingPaise: requirePaise(outstanding),
    waitingPaise: requirePaise(waiting),
  }),
);

/** The query of GET /api/admin/receipts: a reference or a part of a company's name as somebody typed it, or a bank reference. */
export const findAdoptionsSchema = z.object({
  search: z.string().max(100),
  /** Only adoptions whose sponsors told of a transfer with this bank reference. */
  told: z.literal('true').optional(),
});

/** The response of GET /api/admin/receipts. */
export const adoptionsResponse = z.object({ adoptions: z.array(receiptAdoptionResponse) });

/** adoptionsResponse as parsed by the browser. */
export const adoptionsSchema = z.object({ adoptions: z.array(receiptAdoptionSchema) });

/** The response of POST /api/admin/receipts: the receipt without an adoption, if any, and the adoptions of the parts. */
export const creditRecordedSchema = z.object({
  success: z.literal(true),
  id: idSchema().nullable(),
  parts: z.array(z.object({ reference: z.string(), version: z.int() })),
});

/** The body of POST /api/admin/receipts/many: credits to record. */
export const creditsSchema = z.strictObject({ receipts: z.array(creditSchema).min(1).max(MAX_RECEIPTS) });

/** The body of POST /api/admin/receipts/confirmations: the receipts of a page, or all that waited when the page was read. */
export const confirmationsSchema = z.discriminatedUnion('of', [
  z.strictObject({
    of: z.literal('page'),
    receipts: z
      .array(z.strictObject({ id: idSchema('receipt.not_found'), version: z.int().min(0) }))
      .min(1)
      .max(MAX_RECEIPTS)
      .describe('Those to confirm, with the version of their adoption that was seen'),
    reason: reasonSchema,
  }),
  z.strictObject({ of: z.literal('all'), seen_until: z.iso.datetime(), reason: reasonSchema }),
]);

/** What became of each of many: `code` says why one was refused. */
export const manyReceiptsSchema = z.object({
  results: z.array(
    z.object({
      reference: z.string().nullable(),
      code: z.string().nullable(),
      parts: z.array(z.object({ reference: z.string(), version: z.int() })),
    }),
  ),
});

/** Converts what became of one of many for the API. */
export const toApiOutcome = (
  outcome: { reference?: string } & (
    { ok: true; parts: { reference: string; version: number }[] } | { ok: false; code: string }
  ),
): z.infer<typeof manyReceiptsSchema>['results'][number] => ({
  reference: outcome.reference ?? null,
  code: outcome.ok ? null : outcome.code,
  parts: outcome.ok ? outcome.parts : [],
});

/** The query of POST /api/admin/bank-statement. */
export const statementQuerySchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\p{Cc}\p{Surrogate}]*$/u),
  columns: columnsSchema.optional(),
});

const CREDIT_STATES = [
  'new',
  'part',
  'recorded',
  'differs',
  'gateway',
  'returned',
  'taken_back',
  'interest',
  'other_account',
] as const;

/** What a credit of a bank statement is for. */
export type Proposal = Omit<StatementLine, 'mayName' | 'mayBegin' | 'side' | 'kind'> & {
  /**
   * 'recorded': it is recorded already; 'part': a part of it is; 'differs': its bank reference is recorded with another
   * amount or day; 'gateway': a transfer of the payment gateway, whose payments are recorded. Nobody's receipts are
   * 'returned': a payment of ours came back; 'taken_back': `counterLine` takes it back; 'interest': of the bank; 'other_account': money
   * of another account than the one that sponsors pay to.
   */
  state: (typeof CREDIT_STATES)[number];
  /** The adoptions of what is recorded, or the proposed ones; of a payment that came back, those that it went to. */
  adoptions: ReceiptAdoption[];
  /**
   * Why they are proposed, the strongest first: the line has their references or the beginning of one, a sponsor told its
   * reference, it names their order number, or exactly what one misses was credited, of a company that it names or of the only
   * one. 'orders': several have the same order number, and a person chooses.
   */
  by: (typeof PROPOSED_BY)[number] | null;
};

/**
 * A debit of a bank statement, with the refund that it is, if any. `isReturn`: the bank took back money received, such as a
 * cheque that bounced; `receipt` is the one that it took back, if it is recorded.
 */
export type Debit = Pick<
  StatementLine,
  'line' | 'date' | 'amountPaise' | 'text' | 'bankReference' | 'account' | 'counterLine' | 'mode'
> & {
  refund: { reference: string; company: string; state: 'due' | 'recorded' | 'done' } | null;
  isReturn: boolean;
  receipt: { reference: string; company: string } | null;
  /** The transfer to an institute that it is: recorded, or to be recorded ('due'). */
  release: DebitRelease | null;
  /** The payment of a file for the bank that it is, by its reference there; the bank has not been said to have made it. */
  order: DebitOrder | null;
};
export type DebitOrder = { reference: string; payee: string };
export type DebitRelease = { instituteId: string; institute: string; state: 'due' | 'recorded' | 'confirmed' };

const lineResponse = {
  line: z.int(),
  date: z.string(),
  amount: z.number(),
  text: z.string(),
  bank_reference: z.string().nullable(),
  account: z.string().nullable(),
  counter_line: z.int().nullable(),
};

const proposalResponse = z.object({
  ...lineResponse,
  mode: z.enum(BANK_MODES).nullable(),
  payer: z.string(),
  payer_bank: z.string(),
  state: z.enum(CREDIT_STATES),
  adoptions: z.array(receiptAdoptionResponse),
  by: z.enum(PROPOSED_BY).nullable(),
});

const debitResponse = z.object({
  ...lineResponse,
  mode: z.enum(BANK_MODES).nullable(),
  refund: z
    .object({ reference: z.string(), company_name: z.string(), state: z.enum(['due', 'recorded', 'done']) })
    .nullable(),
  is_return: z.boolean(),
  receipt: z.object({ reference: z.string(), company_name: z.string() }).nullable(),
  release: z
    .object({ institute_id: idSchema(), institute: z.string(), state: z.enum(['due', 'recorded', 'confirmed']) })
    .nullable(),
  order: z.object({ reference: z.string(), payee: z.string() }).nullable(),
});

/** Converts a proposal for the API, whose amounts are in rupees. */
export function toApiProposal(proposal: Proposal): z.infer<typeof proposalResponse> {
  const { amountPaise, bankReference, payerBank, adoptions, counterLine, ...line } = proposal;
  return {
    ...line,
    amount: toRupees(amountPaise),
    bank_reference: bankReference,
    payer_bank: payerBank,
    counter_line: counterLine,
    adoptions: adoptions.map(toApiAdoption),
  };
}

/** Converts a debit for the API. */
export function toApiDebit(debit: Debit): z.infer<typeof debitResponse> {
  const { amountPaise, bankReference, refund, counterLine, isReturn, receipt, release, order, ...line } = debit;
  return {
    ...line,
    amount: toRupees(amountPaise),
    bank_reference: bankReference,
    counter_line: counterLine,
    is_return: isReturn,
    receipt: receipt && { reference: receipt.reference, company_name: receipt.company },
    refund: refund && { reference: refund.reference, company_name: refund.company, state: refund.state },
    release: release && { institute_id: release.instituteId, institute: release.institute, state: release.state },
    order,
  };
}

/** The response of POST /api/admin/bank-statement. */
export const proposalsResponse = z.object({
  layout: layoutResponse,
  remembered: z.boolean(),
  lines: z.array(proposalResponse),
  debits: z.array(debitResponse),
  bad: z.array(z.object({ line: z.int(), problems: z.array(z.string()) })),
  /** Number of lines that are neither. */
  skipped: z.int(),
  balance: balanceResponse,
});

/** The response as parsed by the browser. */
export const proposalsSchema = proposalsResponse.extend({
  layout: layoutSchema,
  lines: z.array(
    proposalResponse
      .extend({ adoptions: z.array(receiptAdoptionSchema) })
      .transform(
        ({
          amount,
          bank_reference: bankReference,
          payer_bank: payerBank,
          counter_line: counterLine,
          ...line
        }): Proposal => ({
          ...line,
          amountPaise: requirePaise(amount),
          bankReference,
          payerBank,
          counterLine,
        }),
      ),
  ),
  debits: z.array(
    debitResponse.transform(
      ({
        amount,
        bank_reference: bankReference,
        refund,
        counter_line: counterLine,
        is_return: isReturn,
        receipt,
        release,
        ...line
      }): Debit => ({
        ...line,
        amountPaise: requirePaise(amount),
        bankReference,
        counterLine,
        isReturn,
        refund: refund && { reference: refund.reference, company: refund.company_name, state: refund.state },
        receipt: receipt && { reference: receipt.reference, company: receipt.company_name },
        release: release && { instituteId: release.institute_id, institute: release.institute, state: release.state },
      }),
    ),
  ),
});
export type Proposals = z.infer<typeof proposalsSchema>;
