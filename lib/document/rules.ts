import type { Sponsor } from '@/lib/adoption/schema';
import type { OtpMethod } from '@/lib/otp/schema';
import type { PaymentMethod } from '@/lib/payment/schema';

/**
 * A line of a document. `courseName` is the recorded course type; `institute` is empty for a course without one; the
 * price is in paise per seat per year.
 */
export type SummaryLine = {
  courseName: string;
  branch: string;
  institute: string;
  city: string;
  seats: number;
  pricePaise: number;
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
  /** Null in a draft, or if unknown. */
  confirmedBy: ConfirmedContact | null;
  lines: SummaryLine[];
  /** The online payment, if any. */
  paid: Paid | null;
  /** True if bank receipts settled it; their papers have the details. */
  isPaidByBank?: boolean;
};

/** Content of a proposal: the lines of a shared cart that can be adopted at `date`. It names no person. */
export type Proposal = {
  date: Date;
  /** When the cart was shared, and when its link ends. */
  sharedAt: Date;
  expiresAt: Date;
  lines: SummaryLine[];
  /** The total in paise when it was shared. */
  sharedPaise: number;
  /** Lines with fewer seats than wanted, and lines that are missing because no seat of them can be adopted. */
  reduced: number;
  omitted: number;
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

/**
 * Splits lines into pages by their heights.
 * @param room height of the first and of each further page; a taller line gets its own page
 */
export function paginate<L>(
  lines: readonly L[],
  heightOf: (line: L) => number,
  room: { first: number; next: number },
): L[][] {
  const sheets: L[][] = [[]];
  let left = room.first;
  for (const line of lines) {
    const height = heightOf(line);
    if (height > left && sheets.at(-1)!.length > 0) {
      sheets.push([]);
      left = room.next;
    }
    sheets.at(-1)!.push(line);
    left -= height;
  }
  return sheets;
}

/** Returns the date used in file names and documents: YYYY-MM-DD in UTC. */
export function isoDate(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Returns the file name of a summary. @param date YYYY-MM-DD */
export function summaryFileName(date: string): string {
  return `adoption_summary_${date}.pdf`;
}

/** Returns the file name of a receipt. @param date YYYY-MM-DD */
export function receiptFileName(date: string): string {
  return `adoption_receipt_${date}.pdf`;
}

/** Returns the file name of a proposal. @param date YYYY-MM-DD */
export function proposalFileName(date: string): string {
  return `seat_proposal_${date}.pdf`;
}

/** Separators of words: spaces of any kind, line ends and control characters. */
export const BLANK = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/u;

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' });

/**
 * Breaks text into lines, joined by '\n', no wider than `width`. `measure` returns the width of a word or space. A
 * longer word is cut after a separator of addresses and references, or else between graphemes; no characters are added.
 */
export function breakLines(text: string, measure: (part: string) => number, width: number): string {
  const space = measure(' ');
  const lines: string[] = [];
  let used = Infinity;
  for (const word of text.split(BLANK).filter(Boolean)) {
    const pieces = measure(word) <= width ? [word] : cutWord(word, measure, width);
    const first = measure(pieces[0]!);
    if (used + space + first <= width) {
      lines.push(`${lines.pop()!} ${pieces.shift()!}`);
      used += space + first;
    }
    lines.push(...pieces);
    if (pieces.length > 0) used = measure(pieces.at(-1)!);
  }
  return lines.join('\n');
}

function cutWord(word: string, measure: (part: string) => number, width: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== '' && used + measure(segment) > width) {
      const sign = piece.search(/[@./_-][^@./_-]*$/) + 1;
      const cut = sign > piece.length / 3 ? sign : piece.length;
      pieces.push(piece.slice(0, cut));
      piece = piece.slice(cut);
      used = measure(piece);
    }
    piece += segment;
    used += measure(segment);
  }
  return [...pieces, piece];
}
