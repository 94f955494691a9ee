import { z } from 'zod';
import { SETTLEMENT_ITEM_TYPES } from '@/db/schema/enums';
import { idSchema } from '@/lib/platform/id-schema';

/*
 * Entities of the Razorpay API, limited to the fields that are read. Razorpay adds and omits fields, sends empty notes
 * as [] or null, and writes 'NA' where something is unknown, so everything that is not needed may be missing.
 */

const text = z.string().nullish();
const paise = z.int().nullish();
/** Notes are an object if filled, otherwise [], null or, in settlement reports, text. */
const notes = z.record(z.string(), z.unknown()).catch({});

/** Key of the note with the id of our payment, or of our refund. */
export const PAYMENT_NOTE = 'payment_id';
export const REFUND_NOTE = 'refund_id';

export const paymentEntity = z.object({
  id: z.string().min(1),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  method: text,
  fee: paise,
  tax: paise,
  notes,
  created_at: z.int().nullish(),
  error_code: text,
  error_reason: text,
});
export type PaymentEntity = z.infer<typeof paymentEntity>;

export const linkEntity = z.object({
  id: z.string().min(1),
  status: z.string(),
  reference_id: text,
  short_url: z.url({ protocol: /^https?$/ }),
  payments: z.array(z.object({ payment_id: z.string().min(1) })).nullish(),
});
export type LinkEntity = z.infer<typeof linkEntity>;

export const orderEntity = z.object({ id: z.string().min(1), receipt: text });

export const refundEntity = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  amount: z.int(),
  status: z.string(),
  receipt: text,
  notes,
  acquirer_data: z.object({ arn: text, rrn: text, utr: text }).nullish().catch(null),
});
export type RefundEntity = z.infer<typeof refundEntity>;

export const settlementEntity = z.object({
  entity_id: z.string().min(1),
  // Reports may contain types that the documentation does not name; to the books they are adjustments.
  type: z.enum(SETTLEMENT_ITEM_TYPES).catch('adjustment'),
  debit: z.int(),
  credit: z.int(),
  amount: z.int(),
  fee: paise,
  tax: paise,
  settlement_id: text,
  settlement_utr: text,
  settled_at: z.int().nullish(),
  payment_id: text,
  order_receipt: text,
});
export type SettlementEntity = z.infer<typeof settlementEntity>;

/** A list of entities; the envelope of the list of payment links is not documented. */
export const listOf = <T extends z.ZodType>(entity: T) =>
  z
    .union([z.object({ items: z.array(entity) }), z.object({ payment_links: z.array(entity) })])
    .transform((list) => ('items' in list ? list.items : list.payment_links));

export const errorEntity = z.object({
  error: z.object({ code: text, description: text, field: text, reason: text }),
});

export const eventEntity = z.object({
  event: z.string().min(1),
  payload: z.record(z.string(), z.object({ entity: z.unknown() })).catch({}),
});

const uuid = idSchema();

/** Returns a text if it is an id of ours: what others created carries other references. */
export const ownId = (value: unknown): string | null => uuid.safeParse(value).data ?? null;
