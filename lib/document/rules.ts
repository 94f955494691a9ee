import type { Sponsor } from '@/lib/adoption/schema';
import type { OtpMethod } from '@/lib/otp/schema';
import type { PaymentMethod } from '@/lib/payment/schema';

/** One printed line. `courseName` is the course type as it was recorded; `institute` is empty for a course without one; the price is paise per seat per year. */
export type SummaryLine = {
  courseName: string;
  branch: string;
  institute: string;
  city: string;
  seats: number;
  pricePaise: number;
};

/** The one contact of a sponsor that is proven: the code went there and came back. */
export type ConfirmedContact = { channel: OtpMethod; contact: string };

/** How an adoption was paid: the provider's number, and when the money was there. In a `test` none was charged. */
export type Paid = { transactionId: string; method: PaymentMethod; at: Date; test: boolean };

/** What an adoption summary says. Without a reference it is a draft: nobody's contact was verified. Registered sponsors have no industry (''). */
export type Summary = {
  reference: string | null;
  date: Date;
  sponsor: Sponsor;
  /** Null in a draft, and where it is not known. */
  confirmedBy: ConfirmedContact | null;
  lines: SummaryLine[];
  paid: Paid | null;
};

/** What the receipt of a payment says. */
export type PaymentReceipt = Summary & { reference: string; paid: Paid };

/** The seats of one course type. */
export type TypeSeats = { courseName: string; seats: number };

/** The seats of a selection by course type, in the order in which the types first appear. */
export function seatsByType(lines: readonly TypeSeats[]): TypeSeats[] {
  const byType = new Map<string, number>();
  for (const { courseName, seats } of lines) byType.set(courseName, (byType.get(courseName) ?? 0) + seats);
  return [...byType].map(([courseName, seats]) => ({ courseName, seats }));
}

/** All seats of a selection. */
export function seatCount(lines: readonly { seats: number }[]): number {
  return lines.reduce((sum, { seats }) => sum + seats, 0);
}

/**
 * Divides lines over sheets by their heights.
 * @param room what the first sheet and each further one hold; a line taller than that has a sheet of its own
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

/** The date of a moment as file names and documents write it: YYYY-MM-DD in UTC. */
export function isoDate(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** The file name of a summary of a date (YYYY-MM-DD, A-72). */
export function summaryFileName(date: string): string {
  return `adoption_summary_${date}.pdf`;
}

/** The file name of a receipt of a date (YYYY-MM-DD, A-72). */
export function receiptFileName(date: string): string {
  return `adoption_receipt_${date}.pdf`;
}

/** What separates words on paper: spaces of any kind, line ends and control characters. */
export const BLANK = /[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/u;

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' });

/**
 * Breaks a text into lines, joined by '\n', no wider than `width` by the sum of what `measure` finds for words and spaces.
 * A word wider than a whole line is cut after a sign that parts addresses and references, else between two letters;
 * nothing is added to it.
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
