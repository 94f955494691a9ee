import 'server-only';
import { IS_EXACT, OUTSTANDING, REFUND_DUE, REFUNDABLE, REFUNDABLE_OF_PAYMENT, WAS_PAID } from '@/db/balance';
import { sql } from '@/db/client';
import { IS_VOID } from '@/db/papers';
import type { BillingPaymentStatus, BillingState } from '@/db/schema/billing-states';
import { HAS_SECOND_ADMIN } from '@/lib/admin/accounts/statements';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { STATUS_COLUMN } from '@/lib/admin/users-and-billings/statements';
import type { Sponsor } from '@/lib/adoption/schema';
import type { CourseType } from '@/lib/catalogue/schema';
import { withQueryDeadline } from '@/lib/core/deadline';
import type { PaperKind } from '@/lib/document/paper-rules';
import type { PaperDetails } from '@/lib/adoption/schema';
import type { OtpMethod } from '@/lib/otp/schema';
import type { BankMode, RefundMode } from './schema';
import { NEEDS_OTHER_ADMIN } from './second-step';

/** Two steps by administrators: usernames, null if the account is gone, and when (epoch milliseconds). */
type Steps = {
  /** Null for a refund by the gateway as well. */
  recordedBy: string | null;
  /** Whether the reader took the first step and somebody else has to take the second one. */
  needsOther: boolean;
  recordedMs: number;
  confirmedBy: string | null;
  confirmedMs: number | null;
};

export type AdoptionReceipt = Steps & {
  id: string;
  mode: BankMode;
  /** YYYY-MM-DD. */
  creditedOn: string;
  amountPaise: number;
  /** The whole credit that it is a part of. */
  creditPaise: number;
  tdsPaise: number;
  reference: string;
  payer: string;
  payerBank: string;
  remark: string;
  state: 'recorded' | 'confirmed' | 'rejected' | 'bounced';
};

export type AdoptionRefund = Steps & {
  id: string;
  /** Whether the gateway made it by itself: nobody records or confirms it. */
  isByGateway: boolean;
  mode: RefundMode;
  /** YYYY-MM-DD. */
  paidOn: string;
  amountPaise: number;
  reference: string;
  remark: string;
  state: 'recorded' | 'done' | 'rejected' | 'failed';
};

export type AdoptionRequest = {
  id: string;
  kind: 'cancel' | 'reduce' | 'wish';
  /** Of a reduction: the new seats by course id. */
  lines: Record<string, number> | null;
  reason: string;
  /** Whether the sponsor asks, and no administrator. */
  isOfSponsor: boolean;
  /** Whether the reader asks and somebody else has to decide. */
  needsOther: boolean;
  requestedBy: string | null;
  requestedMs: number;
  state: 'open' | 'approved' | 'declined';
  answer: string | null;
  decidedBy: string | null;
  decidedMs: number | null;
};

/** A step in the history; `detail` has its facts, among them `by` and `reason` of an administrator's action. */
export type AdoptionEvent = {
  id: number;
  event: string;
  toState: BillingState;
  actor: string;
  /** The sponsor's person who did it, with the e-mail at that time. */
  person: string | null;
  detail: Record<string, unknown> | null;
  atMs: number;
};

type AdoptionLine = {
  courseId: string;
  courseType: CourseType;
  branch: string;
  institute: string;
  city: string;
  /** 0 if a reduction removed the line. */
  seats: number;
  pricePaise: number;
};

export type AdoptionPayment = {
  id: string;
  provider: string;
  method: string;
  amountPaise: number;
  status: 'started' | 'captured' | 'failed' | 'refund_due';
  /** The method that was really used, and why the last attempt failed, in the words of the provider. */
  methodUsed: string | null;
  failureReason: string | null;
  /** The provider's fee, which includes its tax. */
  feePaise: number | null;
  /** What its gateway can still pay back. */
  refundablePaise: number;
  transactionId: string | null;
  /** Whether its money counts as received; false before it arrived, and for another amount or currency. */
  isReceived: boolean;
  startedMs: number;
  settledMs: number | null;
};

/** A refund by the gateway; a processed one is among the refunds, too, if its money counted as received. */
export type OnlineRefund = {
  id: string;
  reason: string;
  amountPaise: number;
  currency: string;
  state: 'due' | 'pending' | 'processed' | 'failed' | 'settled';
  /** False if the money never counted as received. */
  isExact: boolean;
  refundRef: string | null;
  bankReference: string | null;
  failureReason: string | null;
  dueMs: number;
  processedMs: number | null;
};

export type AdoptionMessage = { id: string; kind: string; createdMs: number; sentMs: number | null; isDead: boolean };

type AdoptionPaper = {
  id: string;
  kind: PaperKind;
  serial: string;
  /** Id of the receipt, payment, refund or billing that it shows. */
  source: string;
  issuedMs: number;
  /** The number of the paper that replaced it; null for the newest revision. */
  replacedBy: string | null;
  /** True if what it says is no longer true (IS_VOID). */
  isVoid: boolean;
};

/** An adoption with everything that administrators see of it; lists are in the order of time. Amounts in paise. */
export type AdminAdoption = {
  id: string;
  userId: string;
  reference: string;
  channel: 'public' | 'dashboard';
  state: BillingState;
  status: BillingPaymentStatus;
  version: number;
  sponsor: Sponsor;
  /** What papers show of the company besides. */
  paperDetails: PaperDetails;
  verifiedChannel: OtpMethod | null;
  verifiedMs: number | null;
  createdMs: number;
  /** The end of the term of a pledge; null if it has none. */
  dueMs: number | null;
  totalPaise: number;
  receivedPaise: number;
  refundedPaise: number;
  outstandingPaise: number;
  refundDuePaise: number;
  /** What is to be paid back and has no open refund. */
  refundablePaise: number;
  /** Whether a second administrator has to approve a change of its seats. */
  wasPaid: boolean;
  lines: AdoptionLine[];
  receipts: AdoptionReceipt[];
  refunds: AdoptionRefund[];
  requests: AdoptionRequest[];
  payments: AdoptionPayment[];
  onlineRefunds: OnlineRefund[];
  events: AdoptionEvent[];
  messages: AdoptionMessage[];
  papers: AdoptionPaper[];
  /** Whether nobody else can take second steps: the reader confirms alone. */
  isAlone: boolean;
};

/** The parameter with the administrator who reads. */
const READER = '$2::uuid';

const milliseconds = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`;
const username = (column: string) => `(select a.username from admins a where a.id = ${column})`;

/** A list of JSON objects of the rows of a table `r` that belong to the billing `b`, in an order. */
const listOf = (table: string, order: string, columns: Record<string, string>) => `
  coalesce((select json_agg(json_build_object(${Object.entries(columns)
    .map(([name, column]) => `'${name}', ${column}`)
    .join(', ')}) order by ${order}) from ${table} r where r.billing_id = b.id), '[]')`;

const STEPS = {
  recordedBy: username('r.recorded_by'),
  recordedMs: milliseconds('r.recorded_at'),
  confirmedBy: username('r.confirmed_by'),
  confirmedMs: milliseconds('r.confirmed_at'),
};
const MONEY = { id: 'r.id', mode: 'r.mode', amountPaise: 'r.amount_paise', reference: 'r.reference', state: 'r.state' };

const LISTS: Record<string, string> = {
  lines: listOf('billing_items', 'r.position', {
    courseId: 'r.course_id',
    courseType: 'r.course_name',
    branch: 'r.branch',
    institute: 'r.institute',
    city: 'r.city',
    seats: 'r.seats',
    pricePaise: 'r.price_paise',
  }),
  receipts: listOf('bank_receipts', 'r.recorded_at, r.id', {
    ...MONEY,
    ...STEPS,
    needsOther: NEEDS_OTHER_ADMIN('receipt', READER),
    creditedOn: 'r.credited_on',
    creditPaise: '(select c.amount_paise from bank_credits c where c.id = r.credit_id)',
    tdsPaise: 'r.tds_paise',
    payer: 'r.payer',
    payerBank: 'r.payer_bank',
    remark: 'r.remark',
  }),
  refunds: listOf('refunds', 'r.recorded_at, r.id', {
    ...MONEY,
    ...STEPS,
    needsOther: NEEDS_OTHER_ADMIN('refund', READER),
    isByGateway: 'r.recorded_by is null',
    paidOn: 'r.paid_on',
    remark: 'r.remark',
  }),
  requests: listOf('change_requests', 'r.requested_at, r.id', {
    id: 'r.id',
    kind: 'r.kind',
    lines: 'r.lines',
    reason: 'r.reason',
    isOfSponsor: 'r.requested_by is null',
    needsOther: NEEDS_OTHER_ADMIN('request', READER),
    requestedBy: username('r.requested_by'),
    requestedMs: milliseconds('r.requested_at'),
    state: 'r.state',
    answer: 'r.answer',
    decidedBy: username('r.decided_by'),
    decidedMs: milliseconds('r.decided_at'),
  }),
  payments: listOf('payments', 'r.created_at, r.id', {
    id: 'r.id',
    provider: 'r.provider',
    method: 'r.method',
    amountPaise: 'r.amount_paise',
    status: 'r.status',
    methodUsed: 'r.method_used',
    failureReason: 'r.failure_reason',
    feePaise: 'r.fee_paise',
    refundablePaise: REFUNDABLE_OF_PAYMENT('r'),
    transactionId: 'r.transaction_id',
    isReceived: `coalesce(${IS_EXACT('r')}, false)`,
    startedMs: milliseconds('r.created_at'),
    settledMs: milliseconds('r.settled_at'),
  }),
  onlineRefunds: listOf('payment_refunds', 'r.due_at, r.id', {
    id: 'r.id',
    reason: 'r.reason',
    amountPaise: 'r.amount_paise',
    currency: '(select p.captured_currency from payments p where p.id = r.payment_id)',
    state: 'r.state',
    isExact: `(select ${IS_EXACT('p')} from payments p where p.id = r.payment_id)`,
    refundRef: 'r.refund_ref',
    bankReference: 'r.bank_reference',
    failureReason: 'r.failure_reason',
    dueMs: milliseconds('r.due_at'),
    processedMs: milliseconds('r.processed_at'),
  }),
  events: listOf('billing_events', 'r.id', {
    id: 'r.id',
    event: 'r.event',
    toState: 'r.to_state',
    actor: 'r.actor',
    person: 'r.person',
    detail: 'r.detail',
    atMs: milliseconds('r.at'),
  }),
  messages: listOf('outbound_messages', 'r.created_at, r.id', {
    id: 'r.id',
    kind: 'r.kind',
    createdMs: milliseconds('r.created_at'),
    sentMs: milliseconds('r.sent_at'),
    isDead: 'r.dead_at is not null',
  }),
  papers: listOf('papers', 'r.issued_at, r.id', {
    id: 'r.id',
    kind: 'r.kind',
    serial: 'r.serial',
    source: 'r.source',
    issuedMs: milliseconds('r.issued_at'),
    replacedBy: '(select n.serial from papers n where n.billing_id = r.billing_id and n.replaces_id = r.id)',
    isVoid: IS_VOID('r', 'b'),
  }),
};

const COLUMNS = `b.id, b.user_id as "userId", b.reference, b.channel, b.state, ${STATUS_COLUMN}, b.version, b.sponsor,
       coalesce(b.paper_details, '{}') as "paperDetails",
       b.verified_channel as "verifiedChannel", ${milliseconds('b.verified_at')} as "verifiedMs",
       ${milliseconds('b.created_at')} as "createdMs", ${milliseconds('b.due_at')} as "dueMs",
       b.total_paise::float8 as "totalPaise", b.received_paise::float8 as "receivedPaise",
       b.refunded_paise::float8 as "refundedPaise", ${OUTSTANDING('b')}::float8 as "outstandingPaise",
       ${REFUND_DUE('b')}::float8 as "refundDuePaise", greatest(${REFUNDABLE('b')}, 0)::float8 as "refundablePaise", ${WAS_PAID('b')} as "wasPaid",
       not ${HAS_SECOND_ADMIN(READER, 'now()')} as "isAlone",
       ${Object.entries(LISTS)
         .map(([name, list]) => `${list} as "${name}"`)
         .join(',')}`;

/**
 * Returns an adoption by its reference, read at one moment, or null. Throws DeadlineError when the database does not
 * answer in time.
 */
export async function readAdoption(scope: AdminScope, reference: string): Promise<AdminAdoption | null> {
  const [adoption] = await withQueryDeadline(
    sql().unsafe<AdminAdoption[]>(`select ${COLUMNS} from billings b where b.reference = $1`, [
      reference,
      scope.adminId,
    ]),
  );
  return adoption ?? null;
}
