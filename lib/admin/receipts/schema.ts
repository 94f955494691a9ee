import { z } from 'zod';
import { BANK_MODES, type BankMode } from '@/lib/admin/adoptions/schema';
import { idSchema } from '@/lib/core/id-schema';
import { requirePaise, toRupees } from '@/lib/core/money';
import type texts from '@/lib/i18n/en/attention.json';

/** The adoption that a receipt is for, as the API returns it. */
export const receiptAdoptionResponse = z.object({
  reference: z.string(),
  company_name: z.string(),
  outstanding: z.number(),
  version: z.int(),
});

/** The adoption that a receipt is for. An action on it names its version. */
export type ReceiptAdoption = { reference: string; company: string; outstandingPaise: number; version: number };

/** Converts an adoption for the API, whose amounts are in rupees. */
export function toApiAdoption({ company, outstandingPaise, ...adoption }: ReceiptAdoption) {
  return { ...adoption, company_name: company, outstanding: toRupees(outstandingPaise) };
}

/** receiptAdoptionResponse as parsed by the browser. */
export const receiptAdoptionSchema = receiptAdoptionResponse.transform(
  ({ company_name: company, outstanding, ...adoption }): ReceiptAdoption => ({
    ...adoption,
    company,
    outstandingPaise: requirePaise(outstanding),
  }),
);

/** The query of GET /api/admin/receipts: a reference as somebody typed it. */
export const findAdoptionSchema = z.object({ reference: z.string().max(100) });

/** The response of POST /api/admin/receipts. */
export const receiptRecordedSchema = z.object({ success: z.literal(true), id: idSchema() });

/** The query of POST /api/admin/bank-statement. */
export const statementQuerySchema = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\p{Cc}\p{Surrogate}]*$/u),
});

/** A credit of a bank statement. */
export type StatementLine = {
  /** Line in the file. */
  line: number;
  /** YYYY-MM-DD. */
  date: string;
  amountPaise: number;
  text: string;
  /** The bank's reference, as receipts store it; null if the line has none. */
  bankReference: string | null;
  mode: BankMode | null;
  /** What may be references of adoptions, normalized. */
  mayName: string[];
};

/** A problem of a line: a message key under `attention.statement.problem`, with its values. */
export type LineProblem = {
  code: keyof (typeof texts)['statement']['problem'];
  params?: Record<string, string | number>;
};

/** The credits of a statement, the lines that cannot be read, and the number of lines without a credit. */
export type Statement = { lines: StatementLine[]; bad: { line: number; problem: LineProblem }[]; skipped: number };

/** What a line of a bank statement is for. */
export type Proposal = Omit<StatementLine, 'mayName'> & {
  /** Whether a receipt with this bank reference is recorded already. */
  isKnown: boolean;
  /** The adoption of the known receipt, or the proposed one. */
  adoption: ReceiptAdoption | null;
  /** Why it is proposed: the line names it, or exactly its outstanding amount was credited. */
  by: 'reference' | 'amount' | null;
};

const proposalResponse = z.object({
  line: z.int(),
  date: z.string(),
  amount: z.number(),
  text: z.string(),
  bank_reference: z.string().nullable(),
  mode: z.enum(BANK_MODES).nullable(),
  is_known: z.boolean(),
  adoption: receiptAdoptionResponse.nullable(),
  by: z.enum(['reference', 'amount']).nullable(),
});

/** Converts a proposal for the API, whose amounts are in rupees. */
export function toApiProposal(proposal: Proposal): z.infer<typeof proposalResponse> {
  const { amountPaise, bankReference, isKnown, adoption, ...line } = proposal;
  return {
    ...line,
    amount: toRupees(amountPaise),
    bank_reference: bankReference,
    is_known: isKnown,
    adoption: adoption && toApiAdoption(adoption),
  };
}

/** The response of POST /api/admin/bank-statement. */
export const proposalsResponse = z.object({
  lines: z.array(proposalResponse),
  bad: z.array(z.object({ line: z.int(), problems: z.array(z.string()) })),
  /** Number of lines without a credit. */
  skipped: z.int(),
});

/** The response as parsed by the browser. */
export const proposalsSchema = proposalsResponse.extend({
  lines: z.array(
    proposalResponse
      .extend({ adoption: receiptAdoptionSchema.nullable() })
      .transform(({ amount, bank_reference: bankReference, is_known: isKnown, ...line }): Proposal => ({
        ...line,
        amountPaise: requirePaise(amount),
        bankReference,
        isKnown,
      })),
  ),
});
export type Proposals = z.infer<typeof proposalsSchema>;
