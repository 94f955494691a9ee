import { groupBy } from '@/lib/platform/group-by';
import type { Side } from './balance';

/**
 * What a line is by its text. 'returned': a payment of ours that came back, or of a debit, money that the bank took back,
 * such as a cheque that bounced; 'interest': of the bank itself. null: anything else.
 */
export type LineKind = 'returned' | 'interest' | null;

/** Words of no name. */
const SURELY_BACK = /^(REVERSAL|REVERSED|RVSL|REJECTED|DISHONOU?RED)$/;
/** Words of names as well: only beside the way of a payment, or at the beginning. */
const BACK = /^(RETURN(ED|S)?|RTND?|REJECT(ION)?|DISHONOU?R|BOUNCED?|UNPAID)$/;
/** Short forms, which are words of names as well: only beside the way of a payment. */
const SHORT = /^(RET|REV|REJ)$/;
const WAY =
  /^(NEFT|RTGS|IMPS|UPI|FT|NACH|ACH|ECS|CHQ|CHEQUE|CLG|CLEARING|CTS|DD|INSTRUMENT|TRF|TFR|TRANSFER|TXN|PAYMENT|PMT|REMITTANCE|OW|IW|INW|INWARD|OUTWARD|W)$/;
const BETWEEN = /^(BY|TO|CR|DR|OF|FOR|IN|OUT|THE)$|\d{4}/;
const FEE = /\b(CHARGES?|CHGS?|CHRGS?|FEES?|GST|PENALTY|COMMISSION)\b/;
const REASON =
  /\b(ACCOUNT|A\/C) (CLOSED|BLOCKED|FROZEN|DOES NOT EXIST)\b|\bNO SUCH (ACCOUNT|A\/C)\b|\bINVALID (ACCOUNT|A\/C|IFSC)\b|\b(FUNDS? INSUFFICIENT|INSUFFICIENT FUNDS?)\b/;
const HINDI = /वापस|लौटा|अनादृत|अनादरित|अस्वीकृत/;
const INTEREST =
  /^(?:(?:BY|TO|CR|CREDIT|SB|CA|FD)[ :-]+)*(?:INTEREST\b|INT[. ]+(?:PD|PAID|CR|CREDIT|CREDITED|ON)\b)|^ब्याज/;

/** Returns what the text of a line says that it is. A fee for a payment that came back is a fee. */
export function kindOf(text: string): LineKind {
  const capitals = text.toUpperCase();
  if (FEE.test(capitals)) return null;
  if (INTEREST.test(capitals)) return 'interest';
  if (REASON.test(capitals) || HINDI.test(capitals)) return 'returned';
  const words = (capitals.match(/[A-Z0-9]+/g) ?? []).filter((word) => !BETWEEN.test(word));
  const isBack = words.some((word, at) => {
    const isBeside = [words[at - 1], words[at + 1]].some((other) => other !== undefined && WAY.test(other));
    return SURELY_BACK.test(word) || (SHORT.test(word) && isBeside) || (BACK.test(word) && (isBeside || at === 0));
  });
  return isBack ? 'returned' : null;
}

/** A line as the pairs are found. `text`: all of its texts. */
type Paired = {
  line: number;
  side: Side;
  date: string;
  amountPaise: number;
  bankReference: string | null;
  kind: LineKind;
  account: string | null;
  text: string;
  mayName: readonly string[];
};

/**
 * Returns the lines that take back another one of the file, both ways: the same amount on the other side, not later, with
 * its reference or adoption.
 */
export function counterLines(lines: readonly Paired[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const byAmount = groupBy(lines, ({ amountPaise }) => amountPaise);
  for (const back of lines.filter(({ kind }) => kind === 'returned')) {
    const isEarlier = (other: Paired) =>
      other.side !== back.side &&
      other.account === back.account &&
      other.date <= back.date &&
      other.kind === null &&
      !pairs.has(other.line);
    const earlier = byAmount.get(back.amountPaise)!.find((other) => isEarlier(other) && names(back, other));
    if (earlier) pairs.set(back.line, earlier.line).set(earlier.line, back.line);
  }
  return pairs;
}

function names(back: Paired, { bankReference, mayName }: Paired): boolean {
  if (mayName.some((name) => back.mayName.includes(name))) return true;
  if (bankReference === null) return false;
  const words = back.text.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  return bankReference === back.bankReference || words.some((word) => word.padStart(6, '0').endsWith(bankReference));
}
