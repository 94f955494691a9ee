import { z } from 'zod';
import { sponsorSchema } from '@/lib/adoption/schema';
import { idSchema } from '@/lib/core/id-schema';
import { MAX_LINES, MAX_SEATS } from '@/lib/core/limits';
import { toPaise } from '@/lib/core/money';
import { calendarDay } from '@/lib/core/search-params';
import { normalized } from '@/lib/core/unicode';
import { paperDetailsSchema } from '@/lib/paper/schema';

/** Ways in which money arrives by bank. */
export const BANK_MODES = ['NEFT', 'RTGS', 'IMPS', 'UPI', 'cheque', 'demand_draft'] as const;
export type BankMode = (typeof BANK_MODES)[number];

/** Ways in which money is paid back; 'gateway': through the provider of an online payment. */
export const REFUND_MODES = [...BANK_MODES, 'gateway'] as const;
export type RefundMode = (typeof REFUND_MODES)[number];

/** The largest amount of a receipt or a refund, in paise: ₹1,000 crore. */
const MAX_AMOUNT_PAISE = 1_000_00_00_000_00;

/** Rupees as a number or a numeric string with at most two decimals. The output is paise, at least `least`. */
const amount = (least: number) =>
  z.union([z.number(), z.string().max(20)], { error: 'adoption.amount_invalid' }).transform((rupees, context) => {
    const paise = toPaise(rupees);
    if (paise !== null && paise >= least && paise <= MAX_AMOUNT_PAISE) return paise;
    context.addIssue({ code: 'custom', message: 'adoption.amount_invalid' });
    return z.NEVER;
  });

/** A bank reference (UTR, cheque number), in upper case and without spaces. */
const bankReference = (max: number) =>
  z
    .string({ error: 'adoption.reference_invalid' })
    .max(200, { error: 'adoption.reference_invalid' })
    .overwrite((given) => normalized(given, 'NFKC').replace(/\s+/gu, '').toUpperCase())
    .regex(new RegExp(`^[A-Z0-9/_.-]{4,${max}}$`), { error: 'adoption.reference_invalid' });

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: 'adoption.text_too_long' })
    .regex(/^[^\0\p{Surrogate}]*$/u);
const day = z.iso.date({ error: 'adoption.date_invalid' }).refine((given) => calendarDay.safeParse(given).success, {
  error: 'adoption.date_invalid',
});

/** The day a receipt was credited, its amount, and what identifies it. */
const receiptFields = {
  mode: z.enum(BANK_MODES),
  credited_on: day,
  amount: amount(1),
  tds_withheld: amount(0).default(0),
  bank_reference: bankReference(35),
  payer: text(200).min(1, { error: 'adoption.payer_required' }),
  payer_bank: text(200).default(''),
  remark: text(500).default(''),
};

const seats = z.int({ error: 'adoption.seats_range' }).max(MAX_SEATS, { error: 'adoption.seats_range' });

/** New seats by course id; 0 removes the line. */
const lines = z
  .record(idSchema(), seats.min(0, { error: 'adoption.seats_range' }), { error: 'adoption.unchanged' })
  .refine((given) => Object.keys(given).length >= 1 && Object.keys(given).length <= MAX_LINES, {
    error: 'adoption.unchanged',
  });

const { fullName, company, email, phone } = sponsorSchema.shape;

/** The largest integer that the column can have. */
const MAX_VERSION = 2_147_483_647;

/** Fields of every action: the version of the adoption that it is based on, and the reason for timeline and audit log. */
const common = {
  version: z.int().min(0).max(MAX_VERSION),
  reason: text(500).min(3, { error: 'adoption.reason_required' }),
};

/** The body of POST /api/admin/receipts: a receipt that belongs to no adoption yet. */
export const unmatchedReceiptSchema = z.strictObject({ ...receiptFields, reason: common.reason });
export type UnmatchedReceipt = z.infer<typeof unmatchedReceiptSchema>;

/** The body of POST /api/admin/receipts/{receiptId}: what to do with a receipt that belongs to no adoption. */
export const unmatchedActionSchema = z.strictObject({
  action: z.literal('reject').describe('What to do with the receipt'),
  reason: common.reason,
});

/** The body of POST /api/admin/billings/{reference}: one action on an adoption. */
export const adoptionActionSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('record_receipt'), ...common, ...receiptFields }),
  z.strictObject({ action: z.literal('match_receipt'), ...common, id: idSchema() }),
  z.strictObject({ action: z.literal('confirm_receipt'), ...common, id: idSchema() }),
  z.strictObject({ action: z.literal('reject_receipt'), ...common, id: idSchema() }),
  z.strictObject({ action: z.literal('bounce_receipt'), ...common, id: idSchema() }),
  /** `due_on`: the last day of the term in India; null: no end. */
  z.strictObject({ action: z.literal('extend'), ...common, due_on: day.nullable() }),
  /** Of paid seats: `request` is the approved request, whose lines apply. Without it the action asks for approval. */
  z.strictObject({ action: z.literal('reduce'), ...common, lines: lines.optional(), request: idSchema().optional() }),
  z.strictObject({ action: z.literal('cancel'), ...common, request: idSchema().optional() }),
  z.strictObject({ action: z.literal('answer_request'), ...common, request: idSchema(), accepts: z.boolean() }),
  z.strictObject({
    action: z.literal('correct'),
    ...common,
    sponsor: z.strictObject({ fullName, company, email, phone }).partial().default({}),
    details: paperDetailsSchema.optional(),
  }),
  z.strictObject({ action: z.literal('add_note'), ...common }),
  z.strictObject({ action: z.literal('send_papers'), ...common }),
  /** `id`: the online payment whose money goes back by its gateway. */
  z.strictObject({ action: z.literal('refund_online'), ...common, id: idSchema(), amount: amount(1) }),
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
    paid_on: day,
    amount: amount(1),
    bank_reference: bankReference(64),
    remark: text(500).default(''),
  }),
  z.strictObject({ action: z.literal('confirm_refund'), ...common, id: idSchema() }),
  z.strictObject({ action: z.literal('reject_refund'), ...common, id: idSchema() }),
  z.strictObject({ action: z.literal('fail_refund'), ...common, id: idSchema() }),
]);
export type AdoptionAction = z.infer<typeof adoptionActionSchema>;

/** The response to an action. */
export const actionDoneSchema = z.object({
  /** False if the action waits for the approval of a second administrator. */
  done: z.boolean(),
  version: z.int(),
});
export type ActionDone = z.infer<typeof actionDoneSchema>;
