import type { BankMode } from '@/db/schema/enums';
import { isRrnOfDay } from './broken';

/**
 * A UTR of NEFT or RTGS: the code of the bank, up to two letters or digits for the kind, and digits, 16 to 22 characters;
 * or 'N' and 15 digits.
 */
const UTR = /^(?:(?=.{16,22}$)[A-Z]{4}[A-Z]{0,2}\d{9,17}|N\d{15})$/;
/** Words that banks write in front of a UTR without a space. */
const PREFIX = /^(?:NEFT|RTGS|IMPS|UPI|UTR|REF|INW|NO|CR|DR)+(?=.{12})/;
/** The number of an IMPS or UPI payment, which some banks fill up with zeros. */
const RRN = /^0{0,4}([1-9]\d{11})$/;
/** An Indian mobile number with its country code. */
const MOBILE = /^91[6-9]\d{9}$/;
const CHEQUE = /^\d{1,9}$/;

/** The texts of a line that can contain its reference, in capital letters. */
type ReferenceTexts = { text: string; reference: string; cheque: string };

const words = (text: string) => text.match(/[A-Z0-9]+/g) ?? [];
const withoutPrefix = (word: string) => word.replace(PREFIX, '');

/** True for a text in the shape of a UTR. */
export const isUtr = (text: string): boolean => UTR.test(text);

/** Returns what has the shape of a UTR, that of the text first: the reference column may have one of the own bank. */
export function utrsOf({ text, reference, cheque }: ReferenceTexts): string[] {
  return [text, reference, cheque].flatMap((cell) =>
    words(cell)
      .map((word) => (UTR.test(word) ? word : withoutPrefix(word)))
      .filter((word) => UTR.test(word)),
  );
}

/**
 * Returns what has the shape of an RRN, the most likely first: it begins with the last digit of the year and the number of
 * the day in it; others count only where the reference column has them, or where it is the only one.
 * @param date YYYY-MM-DD of the line
 */
export function rrnsOf({ text, reference, cheque }: ReferenceTexts, date: string): string[] {
  // What stands before '@' is the address of the payer.
  const inText = words(text.replace(/[A-Z0-9._-]+@\S*/g, ' ')).map(withoutPrefix);
  const inColumns = words(`${reference} ${cheque}`).map(withoutPrefix);
  const numbers = (list: string[]) => list.flatMap((word) => RRN.exec(word)?.[1] ?? []);
  const found = [...new Set([...numbers(inColumns), ...numbers(inText)])];
  const dated = found.filter((number) => isRrnOfDay(number, date));
  if (dated.length > 0) return dated;
  const others = found.filter((number) => !MOBILE.test(number));
  const ofColumn = others.filter((number) => numbers(inColumns).includes(number));
  return ofColumn.length > 0 ? ofColumn : others.length === 1 ? others : [];
}

/** Returns the number of a cheque or demand draft, with the zeros to six digits that a workbook drops. */
export function chequesOf({ text, reference, cheque }: ReferenceTexts): string[] {
  const numbers = [cheque, reference]
    .flatMap(words)
    .filter((word) => CHEQUE.test(word) && /[1-9]/.test(word))
    .map((word) => word.padStart(6, '0'));
  const [, inText] = /\b(?:CHQ|CHEQUE|CLG|DD|DRAFT)\b[^\d]{0,30}?(\d{6})(?!\d)/.exec(text) ?? [];
  return inText ? [...numbers, inText] : numbers;
}

const MODES: readonly [RegExp, BankMode][] = [
  [/\bRTGS/, 'RTGS'],
  [/\bNEFT/, 'NEFT'],
  [/\b(IMPS|MMT)/, 'IMPS'],
  [/\bUPI/, 'UPI'],
  [/\b(DD|DEMAND DRAFT)\b/, 'demand_draft'],
  [/\b(CHQ|CHEQUE|CLG|CLEARING|CTS)\b/, 'cheque'],
];

/** Returns the way of payment that a line names; null if it names none. */
export function modeOf({ text, reference, cheque }: ReferenceTexts): BankMode | null {
  const all = `${text} ${reference} ${cheque}`;
  const named = MODES.find(([pattern]) => pattern.test(all))?.[1];
  return named ?? (/\b[A-Z]{4}R\d{17}\b/.test(all) ? 'RTGS' : null);
}
