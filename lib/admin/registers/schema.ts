import { z } from 'zod';
import {
  RECEIPT_STATES,
  REFUND_STATES,
  type BankMode,
  type GatewayRefundReason,
  type PAPER_KINDS,
  type PaymentMethod,
  type RefundMode,
} from '@/db/schema/enums';
import { financialYearSchema } from '@/lib/documents/papers/schema';
import type { ListedAdoption } from '@/lib/adoption/core/listed-adoption';
import { idSchema } from '@/lib/platform/id-schema';
import { defineList, type FilterOf } from '@/lib/platform/list';
import type { Place } from '@/lib/platform/keyset';
import { calendarDay, queryText } from '@/lib/platform/search-params';

/** Whether a paper holds; 'newest': of a year, whose figures may have changed since. */
export const PAPER_REGISTER_STATES = ['valid', 'newest', 'replaced', 'void'] as const;

/** The letters before a number. */
const seriesName = z.string().regex(/^[A-Z]{1,6}$/);
const serial = z.string().regex(/^[A-Z]{1,6}\/20\d\d-\d\d\/\d{6,9}$/);

/** All numbered papers by year, series and number, the last first; a page begins at a serial. */
export const PAPER_LIST = defineList('/admin/registers', {
  series: seriesName.optional(),
  year: financialYearSchema.optional(),
  state: z.enum(PAPER_REGISTER_STATES).optional(),
  /** The id of a company. */
  companyId: idSchema().optional(),
  before: serial.optional(),
  after: serial.optional(),
});
export type PaperFilter = Omit<FilterOf<typeof PAPER_LIST>, keyof Place>;

/** A paper as its register shows it. */
export type PaperRow = {
  id: string;
  kind: (typeof PAPER_KINDS)[number];
  series: string;
  year: string;
  number: number;
  serial: string;
  issuedAt: Date;
  /** The adoption; null for a paper of a year. */
  reference: string | null;
  company: string;
  /** What the paper is about, in paise; null if it is about no amount. */
  amountPaise: number | null;
  state: (typeof PAPER_REGISTER_STATES)[number];
  /** The serial of the paper that replaced it. */
  replacedBy: string | null;
};

/**
 * The numbers of a series in a year. `missing` are ranges without a paper, both ends included, at most MAX_GAPS of `gaps`; `skipped`:
 * an operator left the numbers out when a backup was restored.
 */
export type SeriesCheck = {
  series: string;
  year: string;
  first: number;
  last: number;
  count: number;
  /** The last number that was taken; each has a paper, or is missing. */
  taken: number;
  gaps: number;
  missing: { from: number; to: number; skipped: boolean }[];
};

/** Where a page of money begins: a day, or 'infinity' for what has none yet, and an id. */
const dayAndId = z.string().regex(/^(\d{4}-\d\d-\d\d|infinity)_[0-9a-f-]{36}$/);

/** By whom money came or goes back: the bank, or a gateway. */
export const WAYS = ['bank', 'gateway'] as const;

const moneyFilters = {
  /** Words of the adoption, as in the list of billings, the payer, or the bank's reference as a whole. */
  q: queryText.optional(),
  way: z.enum(WAYS).optional(),
  /** The id of a company. */
  companyId: idSchema().optional(),
};
const days = { from: calendarDay.optional(), to: calendarDay.optional() };
const place = { before: dayAndId.optional(), after: dayAndId.optional() };

/** Of the bank, and 'test' for an online payment with which no money moved. */
export const RECEIPT_REGISTER_STATES = [...RECEIPT_STATES, 'test'] as const;

/** All money received, the newest day first: entries of the bank, and online payments that count. */
export const RECEIPT_LIST = defineList('/admin/registers/receipts', {
  ...moneyFilters,
  state: z.enum(RECEIPT_REGISTER_STATES).optional(),
  ...days,
  ...place,
});
export type ReceiptFilter = Omit<FilterOf<typeof RECEIPT_LIST>, keyof Place>;

/** The adoption of an entry of money; money that is not matched has none. */
type OfAdoption = { [Name in keyof ListedAdoption]: ListedAdoption[Name] | null };

/** The paper of an entry of money. */
type OfPaper = { paperId: string | null; serial: string | null };

/** An entry of money received; amounts in paise, `tdsPaise` besides the amount. */
export type ReceiptRow = OfAdoption &
  OfPaper & {
    id: string;
    /** YYYY-MM-DD, in India. */
    day: string;
    mode: BankMode | PaymentMethod;
    bankReference: string;
    payer: string;
    amountPaise: number;
    tdsPaise: number;
    state: (typeof RECEIPT_REGISTER_STATES)[number];
  };

/**
 * The states of a refund: owed, and nobody has begun it; on its way to the gateway and there; entered, and not confirmed; ordered at the bank;
 * paid back; entry rejected; returned, or refused by the gateway; paid back by bank in place of the gateway; of an online payment with which no
 * money moved.
 */
export const REFUND_REGISTER_STATES = ['owed', 'sending', 'pending', ...REFUND_STATES, 'settled', 'test'] as const;

/** All refunds: those that are owed first, then the newest day first. */
export const REFUND_LIST = defineList('/admin/registers/refunds', {
  ...moneyFilters,
  state: z.enum(REFUND_REGISTER_STATES).optional(),
  ...days,
  ...place,
});
export type RefundFilter = Omit<FilterOf<typeof REFUND_LIST>, keyof Place>;

/** A refund; the amount in hundredths of its currency. */
export type RefundRow = ListedAdoption &
  OfPaper & {
    /** Of the refund, as of its row; of the adoption if it is owed. */
    id: string;
    /** Of the transfer, or on which the gateway was to begin; null if nobody has begun it. */
    day: string | null;
    mode: RefundMode | null;
    bankReference: string;
    amountPaise: number;
    currency: string;
    /** Why money goes back; null if `note` says it. */
    reason: GatewayRefundReason | null;
    /** The remark of who entered it. */
    note: string;
    state: (typeof REFUND_REGISTER_STATES)[number];
    /** Whether it is still to be paid back by a transfer. */
    goesToBank: boolean;
    /** The last four digits of the account that it is or was paid to; null if none is stated, or none is needed. */
    accountEnding: string | null;
    isAccountConfirmed: boolean;
  };

/** The sum of the entries of a state, in paise; refunds in another currency are left out. */
export type StateSum<State extends string> = { state: State; count: number; amountPaise: number; tdsPaise: number };
