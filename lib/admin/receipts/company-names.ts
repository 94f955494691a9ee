import { sql, type SQL } from 'drizzle-orm';

/** What ends a company's name, and is often cut itself: 'BETWA CEMENT PVT', 'BETWA CEMENT LIMI'. */
const LEGAL = ['PVT', 'PRIVATE', 'LTD', 'LIMITED', 'LLP', 'OPC'];
/** Words that say nothing of which company it is, beside those. */
const EMPTY = new Set([
  ...LEGAL,
  ...['INC', 'CO', 'COMPANY', 'CORP', 'CORPORATION'],
  ...['MS', 'MESSRS', 'THE', 'AND', 'OF', 'FOR', 'INDIA', 'INDIAN', 'BHARAT', 'GROUP', 'CSR', 'FUND', 'SEAT', 'SEATS'],
  ...['ADOPTION', 'PAYMENT', 'FEE', 'FEES', 'TOWARDS', 'NEFT', 'RTGS', 'IMPS', 'UPI', 'BY', 'FROM', 'TRANSFER', 'CR'],
]);
/** Letters below which a beginning may be that of anything. */
const MIN_CUT = 6;
/** Letters of a cut name of one word: banks cut behind about 20. */
const MIN_CUT_WORD = 12;

const allWords = (name: string) =>
  name
    .toUpperCase()
    .replace(/\bM\/S\b/g, ' ')
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const significant = (words: readonly string[]) => words.filter((word) => !EMPTY.has(word));

/** A company's name without what says nothing, as words between spaces and without any. */
export type CompanyName = { run: string; key: string };

export function companyName(name: string): CompanyName {
  const words = significant(allWords(name));
  return { run: ` ${words.join(' ')} `, key: words.join('') };
}

/**
 * Returns whether a line of a bank names a company, which is tested with `isNamed(companyName(…))`: as its payer, whole or the
 * beginning of at least two words that the bank left of it; or in its text, with all its words, two or more. 'Pvt', 'Ltd',
 * 'India' and the like say nothing. A payer whose name has more words is another company: 'TATA MOTORS FINANCE'.
 */
export function companyNamer(payer: string, text: string): (company: CompanyName) => boolean {
  const words = allWords(payer);
  const end = words.findIndex((word, at) => at > 0 && LEGAL.includes(word));
  // What stands behind 'LTD' is a place.
  const named = significant(end < 0 ? words : words.slice(0, end));
  const key = named.join('');
  const isCutLegal = named.length > 1 && LEGAL.some((word) => word.startsWith(named.at(-1)!));
  const wholeKeys = new Set([key, ...(isCutLegal ? [named.slice(0, -1).join('')] : [])]);
  const mayBeCut = end < 0 && key.length >= (named.length > 1 ? MIN_CUT : MIN_CUT_WORD);
  const { run } = companyName(text);
  return (company) => {
    if (company.key === '') return false;
    if (wholeKeys.has(company.key) || (mayBeCut && company.key.startsWith(key))) return true;
    const isOneWord = company.run.length === company.key.length + 2;
    const isPart = key !== company.key && key.includes(company.key);
    return !isOneWord && !isPart && run.includes(company.run);
  };
}

/** Signs that begin a name. Two, because those of 'L&T' are all. */
const START = 2;
/** The starts of names whose first word a line may leave out. */
export const EMPTY_STARTS = [...EMPTY].map((word) => word.slice(0, START));

/** The start (nameStarts) of a company's name. */
export const nameStart = (company: SQL): SQL =>
  sql`left(translate(upper(left(${company}, 6)), ${` .,&-/()'"`}, ''), ${START}::int)`;

/** Returns the starts of all companies that companyNamer may find in a line, beside EMPTY_STARTS. */
export function nameStarts(payer: string, text: string): string[] {
  const starts = [payer, text].flatMap((name) => {
    const words = allWords(name);
    return [words, significant(words)].flatMap((list) => list.map((_, at) => list.slice(at).join('').slice(0, START)));
  });
  return [...new Set(starts)];
}
