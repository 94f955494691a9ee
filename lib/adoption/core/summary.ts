import type { PaymentMethod } from '@/db/schema/enums';
import type { OtpMethod } from '@/lib/accounts/codes/schema';
import type { Settings } from '@/lib/settings/schema';
import type { Sponsor } from './schema';

/**
 * A line of a document. `courseName` is the recorded course type; `institute` is empty for a course without one; the
 * price is in paise per seat per year.
 */
export type SummaryLine = {
  courseName: string;
  branch: string;
  institute: string;
  /** The names in Hindi that the catalogue had at that time. */
  branchHindi?: string | null;
  instituteHindi?: string | null;
  city: string;
  seats: number;
  pricePaise: number;
  /** The session and the year of study; papers of before have none. */
  session?: string;
  studyYear?: number;
  /** What the institute is called now, where the current catalogue is shown and it has another name. */
  presentInstitute?: string | null;
  /** Years of the whole course, where the current catalogue is shown. */
  years?: number | null;
};

/** The verified contact of a sponsor: the one that the code was sent to. */
export type ConfirmedContact = { channel: OtpMethod; contact: string };

/**
 * The payment of an adoption: the transaction id of the provider and the time of capture. No money was charged if
 * `test` is true.
 */
export type Paid = { transactionId: string; method: PaymentMethod; at: Date; test: boolean };

/**
 * Content of an adoption summary. Without a reference it is a draft: no contact was verified. Registered sponsors have
 * no industry ('').
 */
export type Summary = {
  reference: string | null;
  date: Date;
  sponsor: Sponsor;
  /** The company's own number of the order; null if it has none. */
  orderNumber?: string | null;
  /** Null in a draft, or if unknown. */
  confirmedBy: ConfirmedContact | null;
  lines: SummaryLine[];
  /** The online payment, if any. */
  paid: Paid | null;
  /** True if bank receipts settled it; their papers have the details. */
  isPaidByBank?: boolean;
  /** How the rest of a pledge is paid; null if nothing is missing. */
  toPay?: ToPay | null;
  /** What the seats cost until their courses end, in paise; null if that is unknown or the same. */
  coursesPaise?: number | null;
};

/** Money of a pledge that is missing: what is due next, in paise, until when, and the account of the receiving body. */
export type ToPay = {
  paise: number;
  /** The end of the term; null if it has none. */
  dueAt: Date | null;
  /** Whether the seats are given back by themselves after it: nobody paid anything. */
  lapses: boolean;
  body: Pick<Settings['body'], 'accountName' | 'accountNumber' | 'ifsc' | 'bankName' | 'legalName'>;
};

/** The seats of one course type. */
export type TypeSeats = { courseName: string; seats: number };

/** Returns the seats of a selection by course type, in order of first appearance. */
export function seatsByType(lines: readonly TypeSeats[]): TypeSeats[] {
  const byType = new Map<string, number>();
  for (const { courseName, seats } of lines) byType.set(courseName, (byType.get(courseName) ?? 0) + seats);
  return [...byType].map(([courseName, seats]) => ({ courseName, seats }));
}

/** Returns the total seats of a selection. */
export function seatCount(lines: readonly { seats: number }[]): number {
  return lines.reduce((sum, { seats }) => sum + seats, 0);
}
