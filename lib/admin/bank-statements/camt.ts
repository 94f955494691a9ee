import { SaxesParser } from 'saxes';
import { checkMarkup } from '@/lib/platform/table-file/markup';
import { Refused } from '@/lib/platform/table-file/schema';
import { readAmount } from '@/lib/platform/read-amount';
import type { Side } from './balance';
import { signed, unreadEntry, type CodedStatement } from './coded-statements';
import type { MoneyRow } from './rows';

/** An element without its prefix, with its text, its attribute of a currency, and the line of the file in which it begins. */
type Element = { name: string; line: number; text: string; currency: string | null; children: Element[] };

const NO_REFERENCE = /^(NOTPROVIDED|NONREF|NOREF)$/i;

/** True for XML of camt.052, 053 or 054: an account report, a statement, or a notification of ISO 20022. */
export const isCamt = (text: string): boolean =>
  /^\s*<(\?xml|[\w-]*:?Document)/.test(text) && /\bcamt\.05[234]\b/.test(text.slice(0, 4000));

/**
 * Reads the statements of a camt file.
 * @throws Refused if it is not well formed, or has a document type, by which XML names entities and other files
 */
export function readCamt(text: string): CodedStatement[] {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw new Refused('unreadable');
  checkMarkup(Buffer.from(text));
  const [message] = parse(text).children;
  const statements = message?.children.filter(({ name }) => ['Stmt', 'Rpt', 'Ntfctn'].includes(name)) ?? [];
  return statements.map((statement) => {
    const account = textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id') || null;
    const balanceOf = (...codes: string[]) =>
      codes
        .flatMap((code) =>
          childrenOf(statement, 'Bal').filter((each) => textAt(each, 'Tp', 'CdOrPrtry', 'Cd') === code),
        )
        .map((each) => moneyOf(each))
        .find((paise) => paise !== null) ?? null;
    return {
      account,
      openingPaise: balanceOf('OPBD', 'PRCD'),
      closingPaise: balanceOf('CLBD'),
      rows: childrenOf(statement, 'Ntry').flatMap((entry) => entryRows(entry, account)),
    };
  });
}

function parse(text: string): Element {
  const top: Element = { name: '', line: 0, text: '', currency: null, children: [] };
  const open = [top];
  // Knows the five entities of XML and no others.
  const parser = new SaxesParser();
  parser.on('error', () => {
    throw new Refused('unreadable');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = {
      name: name.replace(/^.*:/, ''),
      line: parser.line,
      text: '',
      currency: attributes.Ccy ?? null,
      children: [],
    };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (part) => (open.at(-1)!.text += part));
  parser.on('cdata', (part) => (open.at(-1)!.text += part));
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  return top.children[0] ?? top;
}

const childrenOf = ({ children }: Element, wanted: string) => children.filter(({ name }) => name === wanted);

/** Returns the elements at a path. */
const allAt = (from: Element, ...path: string[]): Element[] =>
  path.reduce((elements, name) => elements.flatMap((element) => childrenOf(element, name)), [from]);

const textAt = (from: Element, ...path: string[]): string => allAt(from, ...path)[0]?.text.trim() ?? '';

/** Returns all elements with a name below one. */
const below = (from: Element, wanted: string): Element[] =>
  from.children.flatMap((child) => [...(child.name === wanted ? [child] : []), ...below(child, wanted)]);

const sideOf = (element: Element): Side | null =>
  ({ CRDT: 'credit' as const, DBIT: 'debit' as const })[textAt(element, 'CdtDbtInd')] ?? null;

function moneyOf(balance: Element): number | null {
  const amount = readAmount(textAt(balance, 'Amt'));
  const side = sideOf(balance);
  return amount && side && signed(amount.paise, side);
}

/** Returns an entry, or each payment of one that the bank booked together, if they add up. */
function entryRows(entry: Element, account: string | null): MoneyRow[] {
  const details = allAt(entry, 'NtryDtls', 'TxDtls');
  const amount = readAmount(textAt(entry, 'Amt'));
  const side = sideOf(entry);
  if (amount === null || amount.paise === 0 || side === null)
    return [
      unreadEntry(
        entry.line,
        entry.children
          .map(({ text }) => text.trim())
          .join(' ')
          .trim(),
        account,
      ),
    ];
  const parts = details.map((detail) => ({
    detail,
    paise: readAmount(textAt(detail, 'Amt') || textAt(detail, 'AmtDtls', 'TxAmt', 'Amt'))?.paise ?? 0,
  }));
  const isDivided =
    parts.length > 1 &&
    parts.reduce((sum, { paise }) => sum + paise, 0) === amount.paise &&
    parts.every(({ paise }) => paise > 0);
  return isDivided
    ? parts.map(({ detail, paise }) => rowOf(entry, [detail], { line: detail.line, paise, side, account }))
    : [rowOf(entry, details, { line: entry.line, paise: amount.paise, side, account })];
}

function rowOf(
  entry: Element,
  details: readonly Element[],
  { line, paise, side, account }: Pick<MoneyRow, 'line' | 'paise' | 'side' | 'account'>,
): MoneyRow {
  const dayOf = (name: string) => textAt(entry, name, 'Dt') || textAt(entry, name, 'DtTm').slice(0, 10);
  const all = (...path: string[]) => details.flatMap((detail) => allAt(detail, ...path)).map(({ text }) => text.trim());
  const currency = childrenOf(entry, 'Amt')[0]?.currency ?? 'INR';
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
  const party = side === 'credit' ? 'Dbtr' : 'Cdtr';
  const texts = [...all('RmtInf', 'Ustrd'), ...all('RmtInf', 'Strd', 'CdtrRefInf', 'Ref'), ...all('AddtlTxInf')];
  const references = ['EndToEndId', 'TxId', 'ClrSysRef', 'InstrId', 'AcctSvcrRef'].flatMap((name) => all('Refs', name));
  const isReversal =
    textAt(entry, 'RvslInd') === 'true' || details.some((detail) => below(detail, 'RtrInf').length > 0);
  const isBooked = status === '' || status === 'BOOK';
  const problem =
    currency !== 'INR'
      ? ({ code: 'currency', value: `${currency} ${textAt(entry, 'Amt')}` } as const)
      : isBooked
        ? undefined
        : ({ code: 'pending', value: textAt(entry, 'Amt') } as const);
  return {
    line,
    paise,
    side,
    account,
    day: dayOf('ValDt') || dayOf('BookgDt'),
    isCertain: true,
    balancePaise: null,
    texts: {
      text: joined([...texts, textAt(entry, 'AddtlNtryInf')]),
      reference: joined([...references, textAt(entry, 'AcctSvcrRef'), textAt(entry, 'NtryRef')]),
      cheque: joined(all('Refs', 'ChqNb')),
      payer: [...all('RltdPties', party, 'Nm'), ...all('RltdPties', party, 'Pty', 'Nm')][0] ?? '',
    },
    ...(isReversal && { isReversal: true as const }),
    ...(problem && { problem }),
  };
}

const joined = (texts: readonly string[]): string =>
  [...new Set(texts.filter((text) => text !== '' && !NO_REFERENCE.test(text)))].join(' ').replace(/\s+/g, ' ');
