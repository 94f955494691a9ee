import type { Instalment, PartsPaid } from '@/db/balance';
import type { ShownEvent } from '@/db/schema/adoption-events';
import type { GatewayRefundReason, GatewayRefundState, PaperKind, PaymentMethod } from '@/db/schema/enums';
import type { OfferNames } from '@/lib/catalogue/names';
import type { Consent } from '@/lib/adoption/core/consent-rules';
import type { CompanyDetails } from '@/lib/company/schema';
import type { Adoption } from './history-rules';
import type { ContinuedAdoption, Renewal } from '@/lib/adoption/renewals/renewal-rules';

/** Returns a moment on the last day of a term, which may end at the start of the following day. */
export const lastDayOf = (dueAt: Date): Date => new Date(dueAt.getTime() - 1);

/** A step in the history of an adoption, without administrators and notes. */
export type TimelineEntry = {
  event: ShownEvent;
  at: Date;
  /** The person of the company who did it; null for others, and for guests, who do not see it. */
  person: string | null;
  /** Of a receipt or a refund, in paise: what the bank moved, and the tax withheld by the payer. */
  amountPaise: number | null;
  tdsPaise: number;
  /** The end of an extended term. */
  dueAt: Date | null;
  /** The seats that a reduction left. */
  seats: number | null;
  /** The session with which an unpaid adoption ended. */
  session: string | null;
  /** The offers between which seats moved, or are to move. */
  moved: { from: OfferNames; to: OfferNames } | null;
};

/**
 * What the sponsor said about a bank transfer that has not been confirmed yet; days are YYYY-MM-DD. `amountPaise` is null if
 * it is everything that is missing, less the tax withheld.
 */
export type ToldTransfer = {
  utr: string;
  amountPaise: number | null;
  paidOn: string;
  tdsPaise: number;
  payer: string;
  toldAt: Date;
};

/** An issued paper; `isReplaced` if a later one names it, `isVoid` if what it says is no longer true. */
export type IssuedPaper = {
  id: string;
  kind: PaperKind;
  serial: string;
  issuedAt: Date;
  isReplaced: boolean;
  isVoid: boolean;
  /** Of a receipt that is not for the whole: the parts that it pays, if they have numbers. */
  part: { parts: PartsPaid | null } | null;
};

/** Why an attempt to pay failed, in the words of the page. Gateways have hundreds of reasons; most are a bank's refusal. */
type AttemptFailure =
  'cancelled' | 'timed_out' | 'insufficient_funds' | 'wrong_details' | 'limit' | 'technical' | 'declined';

const FAILURES: [RegExp, AttemptFailure][] = [
  [/cancel/, 'cancelled'],
  [/timed_?out|timeout|expired_collect|collect_request_expired/, 'timed_out'],
  [/insufficient/, 'insufficient_funds'],
  [/incorrect|invalid|authentication_failed|card_expired/, 'wrong_details'],
  [/limit|exceed|amount_(greater|less)/, 'limit'],
  [/technical|server_error|gateway_error|downtime|unavailable/, 'technical'],
];

/** Puts the reason that a gateway gives for a failed attempt into the words of the page. */
export const failureOf = (reason: string): AttemptFailure =>
  FAILURES.find(([pattern]) => pattern.test(reason.toLowerCase()))?.[1] ?? 'declined';

/** A refund by the gateway, as its sponsor sees it. */
export type ShownRefund = {
  /** Money in another currency has its amount in hundredths, too. */
  amountPaise: number;
  currency: string;
  reason: GatewayRefundReason;
  state: GatewayRefundState;
  /** The bank's reference, before it is known that of the gateway. */
  reference: string | null;
  processedAt: Date | null;
};

/** An online payment that captured money, or whose last attempt failed, oldest first. */
export type ShownPayment = {
  amountPaise: number;
  currency: string;
  isPaid: boolean;
  /** The method that was really used; null if the gateway does not say. */
  method: string | null;
  transactionId: string | null;
  /** When the money arrived, or the payment ended without any; null while it is open. */
  at: Date | null;
  failure: AttemptFailure | null;
  refunds: ShownRefund[];
};

/** Whether money of an adoption is still to be paid. */
export const isToBePaid = ({ status, outstandingPaise }: AdoptionDetail): boolean =>
  status === 'pledged' && outstandingPaise > 0;

/** Everything that the page of an adoption shows. Amounts are integer paise. */
export type AdoptionDetail = Adoption & {
  /** What arrived, and the tax that the payer withheld, which counts as paid as well. */
  receivedPaise: number;
  withheldPaise: number;
  company: string;
  /** Whether the sponsor allows the institutes' public pages to name the company. */
  showCompany: boolean;
  /** Whether the sponsor wants to support the places until their courses end. */
  isCommitted: boolean;
  /** The renewals that continue it, the newest first, and the adoptions that drew on them. */
  renewals: Renewal[];
  continuedBy: ContinuedAdoption[];
  /** The adoptions of the year before that it continues. */
  continues: ContinuedAdoption[];
  /** Money still missing, and money to pay back. One of them is 0. */
  outstandingPaise: number;
  refundDuePaise: number;
  /** What of it is not on its way back: by the gateway, or ordered at the bank. */
  bankRefundPaise: number;
  /**
   * The online payment that was begun: `isAtBank` if an attempt is known at the bank, `isInTime` while the adoption waits
   * for its money; and whether one can be begun.
   */
  openPayment: { method: PaymentMethod; isAtBank: boolean; isInTime: boolean; isTest: boolean } | null;
  isPayableOnline: boolean;
  /** Whether a pledge ends by itself at the end of its term: nobody paid anything. */
  lapses: boolean;
  onlinePayments: ShownPayment[];
  /** The end of the term; null if it has none. */
  dueAt: Date | null;
  /** The parts in which it is paid; none if at once. */
  instalments: Instalment[];
  /** Money that is due next: of the first part that is not paid, or everything. */
  dueNextPaise: number;
  timeline: TimelineEntry[];
  papers: IssuedPaper[];
  /** The record of the company that its form begins with: that of the account, for a guest that of the adoption. */
  companyDetails: CompanyDetails;
  /** What the sponsor agreed to; null if that was not recorded. */
  consent: Consent | null;
  /** The company's own number of the order; '' if it has none. */
  orderNumber: string;
  /** Newest first. */
  toldTransfer: ToldTransfer | null;
  /** The seats until their courses end, in paise, at the prices of the adoption; null if none takes more than a year. */
  coursesPaise: number | null;
};
