import { z } from 'zod';
import { reasonSchema } from '@/lib/accounts/audit-log/schema';
import { defineList, type FilterOf } from '@/lib/platform/list';

/** The body of POST /api/admin/differences/{differenceId}. */
export const explainSchema = z.strictObject({
  action: z.literal('explain').describe('What to do with the difference'),
  reason: reasonSchema,
});

/** The body of POST /api/admin/payments/{paymentId}. */
export const checkPaymentSchema = z.strictObject({
  action: z.literal('check').describe('What to do with the payment'),
});

/** The month of the page and of its spreadsheet, in India. Absent means the current one. */
export const MONTH_LIST = defineList('/admin/attention/settlements', {
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
    .optional(),
});
export type MonthFilter = FilterOf<typeof MONTH_LIST>;

/** What settlement reports say about a movement: 'difference' if they differ from it and nobody explained it. */
type SettlementState = 'settled' | 'open' | 'difference';

/** A captured payment or a processed refund of a month; amounts in paise, negative for a refund. */
export type Movement = {
  kind: 'payment' | 'refund';
  at: Date;
  reference: string;
  provider: string;
  /** The gateway's ids: of the payment or refund itself, of the payment link, and of the captured payment. */
  entityId: string | null;
  providerRef: string | null;
  transactionId: string;
  method: string;
  currency: string;
  grossPaise: number;
  /** Fee, which includes the tax, and what is left; null as long as nobody told. */
  feePaise: number | null;
  taxPaise: number | null;
  netPaise: number | null;
  settlementId: string | null;
  utr: string | null;
  settledAt: Date | null;
  /** Our state of the payment or refund. */
  status: 'captured' | 'refund_due' | 'processed';
  settlement: SettlementState;
  /** True if no money moved. */
  isTest: boolean;
};

/** The sums of movements in INR. */
export type Totals = { grossPaise: number; feePaise: number; taxPaise: number; netPaise: number };
