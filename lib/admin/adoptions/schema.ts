import { z } from 'zod';
import { BANK_MODES, type BankMode, REFUND_MODES } from '@/db/schema/enums';
import { noteSchema, reasonSchema } from '@/lib/accounts/audit-log/schema';
import { bankReference, isTdsPossible, MAX_REFERENCE, rupeeAmount, moneyDay } from '@/lib/adoption/core/money-schema';
import { sponsorSchema } from '@/lib/adoption/core/schema';
import { idSchema } from '@/lib/platform/id-schema';
import { MAX_INSTALMENTS, MAX_LINES, MAX_MANY, MAX_SEATS } from '@/lib/platform/limits';
import { PAGE_SIZE } from '@/lib/platform/list';
import { rowChoiceSchema } from '@/lib/platform/row-choice';
import { paperDetailsSchema } from '@/lib/documents/papers/schema';

/** Numbers of these are unique per bank only. */
const PAPER_MODES: readonly BankMode[] = ['cheque', 'demand_draft'];

type Receipt = { mode: BankMode; amount: number; tds_withheld: number; payer_bank: string };
type Issues = { addIssue(issue: { code: 'custom'; message: string; path: (string | number)[] }): void };

/** Refuses a cheque without its bank, and tax withheld that cannot be. */
function checkReceipt({ mode, amount, tds_withheld, payer_bank }: Receipt, context: Issues): void {
  const refuse = (field: keyof Receipt, message: string) =>
    context.addIssue({ code: 'custom', message, path: [field] });
  if (PAPER_MODES.includes(mode) && payer_bank === '') refuse('payer_bank', 'adoption.bank_required');
  if (!isTdsPossible(amount, tds_withheld)) refuse('tds_withheld', 'adoption.tds_range');
}

/** The day a receipt was credited, its amount, and what identifies it. */
const receiptFields = {
  mode: z.enum(BANK_MODES),
  credited_on: moneyDay,
  amount: rupeeAmount(1),
  tds_withheld: rupeeAmount(0).default(0),
  bank_reference: bankReference(MAX_REFERENCE),
  payer: noteSchema(200).min(1, { error: 'adoption.payer_required' }),
  payer_bank: noteSchema(200).default(''),
  remark: noteSchema(500).default(''),
};

const seats = z.int({ error: 'adoption.seats_range' }).max(MAX_SEATS, { error: 'adoption.seats_range' });

/** New seats by course id; 0 removes the line. */
const lines = z
  .record(idSchema(), seats.min(0, { error: 'adoption.seats_range' }), { error: 'adoption.unchanged' })
  .refine((seatsByLine) => Object.keys(seatsByLine).length >= 1 && Object.keys(seatsByLine).length <= MAX_LINES, {
    error: 'adoption.unchanged',
  });

const { fullName, company, email, phone } = sponsorSchema.shape;

/** The largest integer that the column can have. */
const MAX_VERSION = 2_147_483_647;

/** Fields of every action: the version of the adoption that it is based on, and the reason for timeline and audit log. */
const common = {
  version: z.int().min(0).max(MAX_VERSION),
  reason: reasonSchema,
};

/** The most adoptions that one credit is divided over in one step. */
export const MAX_PARTS = 20;

/** A part of a credit for an adoption, with the version of the adoption that it is based on. */
const part = z.strictObject({
  reference: noteSchema(100),
  version: common.version,
  amount: rupeeAmount(1),
  tds_withheld: rupeeAmount(0).default(0),
});

/**
 * The body of POST /api/admin/receipts: a credit of the bank account with the parts that belong to adoptions. What is left
 * belongs to no adoption yet; `tds_withheld` is about the rest.
 */
export const creditSchema = z
  .strictObject({ ...receiptFields, reason: common.reason, parts: z.array(part).max(MAX_PARTS).default([]) })
  .superRefine((credit, context) => {
    const rest = credit.amount - credit.parts.reduce((sum, { amount: paise }) => sum + paise, 0);
    const isTwice = new Set(credit.parts.map(({ reference }) => reference)).size < credit.parts.length;
    if (rest < 0 || isTwice)
      return context.addIssue({ code: 'custom', message: 'adoption.parts_invalid', path: ['parts'] });
    checkReceipt({ ...credit, amount: rest }, context);
    for (const [index, { amount: paise, tds_withheld }] of credit.parts.entries())
      if (!isTdsPossible(paise, tds_withheld))
        context.addIssue({ code: 'custom', message: 'adoption.tds_range', path: ['parts', index, 'tds_withheld'] });
  });
export type Credit = z.infer<typeof creditSchema>;

/** The body of POST /api/admin/receipts/{receiptId}: what to do with a receipt that belongs to no adoption. */
export const unmatchedActionSchema = z.strictObject({
  action: z.literal('reject').describe('What to do with the receipt'),
  reason: common.reason,
});

/** The body of POST /api/admin/billings/{reference}: one action on an adoption. */
export const adoptionActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('record_receipt'), ...common, ...receiptFields }).superRefine(checkReceipt),
  /** `amount`: the part of the receipt that belongs to the adoption; without it the whole. */
  z.strictObject({ action: z.literal('match_receipt'), ...common, id: idSchema(), amount: rupeeAmount(1).optional() }),
  z.strictObject({ action: z.literal('confirm_receipt'), ...common, id: idSchema() }),
  z.strictObject({ action: z.literal('reject_receipt'), ...common, id: idSchema() }),
  z.strictObject({ action: z.literal('bounce_receipt'), ...common, id: idSchema() }),
  /**
   * `due_on`: the last day of the term in India; null: no end. `parts`: in how many monthly parts, from that day on, the rest is
   * paid; without it the unpaid parts move.
   */
  z.strictObject({
    action: z.literal('extend'),
    ...common,
    due_on: moneyDay.nullable(),
    parts: z
      .int({ error: 'adoption.parts_range' })
      .min(1, { error: 'adoption.parts_range' })
      .max(MAX_INSTALMENTS, { error: 'adoption.parts_range' })
      .optional(),
  }),
  /** Of paid seats: `request` is the approved request, whose lines apply. Without it the action asks for approval. */
  z.strictObject({ action: z.literal('reduce'), ...common, lines: lines.optional(), request: idSchema().optional() }),
  z.strictObject({ action: z.literal('cancel'), ...common, request: idSchema().optional() }),
  z.strictObject({ action: z.literal('answer_request'), ...common, request: idSchema(), accepts: z.boolean() }),
  /** `request`: the approved request for another e-mail address of a guest, which applies. Without it the action asks for approval. */
  z.strictObject({
    action: z.literal('correct'),
    ...common,
    sponsor: z.strictObject({ fullName, company, email, phone }).partial().default({}),
    details: paperDetailsSchema.optional(),
    request: idSchema().optional(),
  }),
  z.strictObject({ action: z.literal('add_note'), ...common }),
  z.strictObject({ action: z.literal('send_papers'), ...common }),
  /** `id`: the online payment whose money goes back by its gateway. */
  z.strictObject({ action: z.literal('refund_online'), ...common, id: idSchema(), amount: rupeeAmount(1) }),
  /** `id`: a failed refund by the gateway of money that does not count; it was paid back by bank. */
  z.strictObject({
    action: z.literal('settle_online_refund'),
    ...common,
    id: idSchema(),
    bank_reference: bankReference(64),
  }),
  z.strictObject({
    action: z.literal('record_refund'),
    ...common,
    mode: z.enum(REFUND_MODES),
    paid_on: moneyDay,
    amount: rupeeAmount(1),
    bank_reference: bankReference(64),
    remark: noteSchema(500).default(''),
  }),
  z.strictObject({ action: z.literal('confirm_refund'), ...common, id: idSchema() }),
  /** `id`: a refund that a file for the bank ordered; the bank paid it. */
  z.strictObject({
    action: z.literal('pay_refund'),
    ...common,
    id: idSchema(),
    paid_on: moneyDay,
    bank_reference: bankReference(64),
  }),
  z.strictObject({ action: z.literal('reject_refund'), ...common, id: idSchema() }),
  z.strictObject({ action: z.literal('fail_refund'), ...common, id: idSchema() }),
]);
export type AdoptionAction = z.infer<typeof adoptionActionSchema>;
export type ActionName = AdoptionAction['action'];
/** The body of one of the actions. */
export type ActionBody<Name extends ActionName> = Extract<AdoptionAction, { action: Name }>;

/**
 * The body of POST /api/admin/extensions: chosen adoptions, to see what their new last day would do, or those of such a check
 * with the versions that it showed.
 */
export const extendManySchema = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('check'),
    due_on: moneyDay,
    chosen: rowChoiceSchema(z.array(idSchema('adoption.not_found')).min(1).max(PAGE_SIZE)),
  }),
  z.strictObject({
    step: z.literal('apply'),
    due_on: moneyDay,
    reason: common.reason,
    adoptions: z
      .array(z.strictObject({ reference: noteSchema(100), version: common.version }))
      .min(1)
      .max(MAX_MANY),
  }),
]);

/** What becomes of each of many adoptions: `code` says why one is left out. */
export const extendedManySchema = z.object({
  results: z.array(
    z.object({
      reference: z.string(),
      version: z.int(),
      /** In a check; the last day is YYYY-MM-DD, null if the term has no end. */
      company_name: z.string().optional(),
      due_on: z.string().nullable().optional(),
      code: z.string().nullable(),
    }),
  ),
});
export type ExtendedMany = z.infer<typeof extendedManySchema>;

/** The response to an action. */
export const actionDoneSchema = z.object({
  /** False if the action waits for the approval of a second administrator. */
  done: z.boolean(),
  version: z.int(),
});
export type ActionDone = z.infer<typeof actionDoneSchema>;
