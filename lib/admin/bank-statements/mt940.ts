import { readAmount } from '@/lib/platform/read-amount';
import type { Side } from './balance';
import { signed, unreadEntry, type CodedStatement } from './coded-statements';
import type { MoneyRow } from './rows';

/** A field of SWIFT: its tag, its lines, and the line of the file in which it begins. */
type Field = { tag: string; line: number; lines: string[] };

const TAG = /^:(\d{2}[A-Z]?|NS):(.*)$/;
const BALANCE = /^([CD])(\d{6})([A-Z]{3})([\d.]+,\d{0,2})$/;
/** Value date, day of entry, side (R: it takes back an earlier entry), amount, type, reference of the customer and the bank. */
const ENTRY = /^(\d{2})(\d{2})(\d{2})(?:\d{4})?(R?)([CD])[A-Z]?(\d[\d.]*,\d{0,2})([NSF][A-Z0-9]{3})(.*?)(?:\/\/(.*))?$/;
/** Longer lines are wrapped, also inside a word; so are the structured parts. */
const [LINE_LENGTH, PART_LENGTH] = [65, 27];
const NO_REFERENCE = /^(NONREF|NOREF|NOTPROVIDED)$/i;

/** True for a text that is a statement in MT940 or MT942: tags at the beginning of its lines. */
export const isMt940 = (text: string): boolean => /^:20:/m.test(text) && /^:(61|60[FM]|34F):/m.test(text);

/** Reads the statements of an MT940 text; one that several messages divide has a balance in each. */
export function readMt940(text: string): CodedStatement[] {
  const statements: CodedStatement[] = [];
  let statement: CodedStatement | undefined;
  let currency = 'INR';
  let isAfterEntry = false;
  for (const { tag, line, lines } of fieldsOf(text)) {
    const [value = ''] = lines;
    if (tag === '20')
      statements.push((statement = { account: null, openingPaise: null, closingPaise: null, rows: [] }));
    if (!statement) continue;
    const { account } = statement;
    const wasAfterEntry = isAfterEntry;
    isAfterEntry = tag === '61';
    if (/^25P?$/.test(tag)) statement.account = accountOf(value);
    if (/^(60|62)[FM]$/.test(tag)) {
      const [, side, , code, digits] = BALANCE.exec(value.trim()) ?? [];
      const amount = digits === undefined ? null : readAmount(digits, { decimal: ',' });
      const paise = amount && signed(amount.paise, side === 'D' ? 'debit' : 'credit');
      if (tag.startsWith('60')) statement.openingPaise = paise;
      else statement.closingPaise = paise;
      currency = code ?? currency;
    }
    if (tag === '34F') currency = value.slice(0, 3);
    if (tag === '61') statement.rows.push(entryOf(line, lines, account, currency) ?? unreadEntry(line, value, account));
    const entry = statement.rows.at(-1);
    if (tag === '86' && wasAfterEntry && entry) addText(entry, lines);
  }
  return statements;
}

function fieldsOf(text: string): Field[] {
  const fields: Field[] = [];
  let isOpen = false;
  for (const [at, content] of text.split(/\r\n?|\n/).entries()) {
    const [, tag, value = ''] = TAG.exec(content.replace(/^\{.*\{4:/, '')) ?? [];
    if (tag) fields.push({ tag, line: at + 1, lines: [value] });
    // The end of a message, or the blocks around it.
    isOpen = tag !== undefined || (isOpen && !/^(-\}?|\{.*|-\}.*)$/.test(content.trim()));
    if (!tag && isOpen) fields.at(-1)?.lines.push(content);
  }
  return fields;
}

const accountOf = (value: string): string | null =>
  /([\dX*][\dX*\s-]{3,}[\dX*])[A-Z]{0,3}$/i.exec(value.trim())?.[1]?.replace(/[\s-]/g, '') ?? null;

function entryOf(line: number, lines: readonly string[], account: string | null, currency: string): MoneyRow | null {
  const [, year, month, day, reversal, sign, digits = '', type = '', customer = '', bank = ''] =
    ENTRY.exec(lines[0] ?? '') ?? [];
  const amount = readAmount(digits, { decimal: ',' });
  if (amount === null || amount.paise === 0) return null;
  const opened: Side = sign === 'C' ? 'credit' : 'debit';
  const other: Side = sign === 'C' ? 'debit' : 'credit';
  const references = [customer, bank].map((text) => text.trim()).filter((text) => !NO_REFERENCE.test(text));
  const isCheque = type.endsWith('CHK');
  return {
    line,
    day: `20${year}-${month}-${day}`,
    paise: amount.paise,
    isCertain: true,
    balancePaise: null,
    account,
    side: reversal ? other : opened,
    texts: {
      text: lines.slice(1).join(' ').trim(),
      reference: isCheque ? '' : references.join(' '),
      cheque: isCheque ? references.join(' ') : '',
      payer: '',
    },
    ...(reversal && { isReversal: true as const }),
    ...(currency !== 'INR' && { problem: { code: 'currency' as const, value: `${currency} ${digits}` } }),
  };
}

/** Adds what :86: says: a plain text, parts behind ?20 and further, or words in slashes. */
function addText({ texts }: MoneyRow, lines: readonly string[]): void {
  const whole = unwrapped(lines, LINE_LENGTH);
  const parts = /^\d{3}(?=[?>])/.test(whole) ? partsOf(lines.join('')) : null;
  const words = /^\/[A-Z]{4}\//.test(whole) ? wordsOf(whole) : null;
  const text = parts ? parts.text : (words?.text ?? whole);
  texts.text = [texts.text, text].filter(Boolean).join(' ');
  texts.payer = parts?.payer ?? words?.payer ?? '';
  texts.reference = [texts.reference, words?.reference].filter(Boolean).join(' ');
}

/** Joins lines: one of the full length is continued inside a word. */
const unwrapped = (lines: readonly string[], length: number): string =>
  lines
    .reduce((text, line, at) => (at === 0 || lines[at - 1]!.length >= length ? text + line : `${text} ${line}`), '')
    .trim();

/** '166?00NEFT?20text?32payer': the parts of a text are 20 to 29 and 60 to 63, those of the name 32 and 33. */
function partsOf(text: string): { text: string; payer: string } {
  const sign = text[3]!;
  const parts = text
    .split(sign)
    .slice(1)
    .map((part) => ({ code: part.slice(0, 2), value: part.slice(2) }));
  const valuesOf = (codes: RegExp) => parts.filter(({ code }) => codes.test(code)).map(({ value }) => value);
  return {
    text: [...valuesOf(/^00$/), unwrapped(valuesOf(/^(2\d|6[0-3])$/), PART_LENGTH)].join(' ').trim(),
    payer: unwrapped(valuesOf(/^3[23]$/), PART_LENGTH).replace(/\s+/g, ' '),
  };
}

/** '/ORDP//NAME/payer/REMI//text/EREF/reference'. */
function wordsOf(text: string): { text: string; payer: string; reference: string } {
  const found = new Map(
    [...text.matchAll(/\/([A-Z]{4})\/((?:(?!\/[A-Z]{4}\/).)*)/g)].map(([, word = '', value = '']) => [
      word,
      value.replace(/^\/+|\/+$/g, '').trim(),
    ]),
  );
  const known = (...words: string[]) =>
    words.map((word) => found.get(word) ?? '').filter((value) => value !== '' && !NO_REFERENCE.test(value));
  return {
    text:
      [...known('TRTP', 'TRCD'), ...known('REMI').map((value) => value.replace(/^(USTD|STRD)\/+/, ''))].join(' ') ||
      text,
    payer: known('NAME', 'ORDP', 'CNTP')[0] ?? '',
    reference: known('EREF', 'PREF', 'KREF', 'IREF').join(' '),
  };
}
