import { normalReference, normalSigns } from '@/lib/adoption/core/reference';

const MAX_NAMES = 20;
/** Banks drop hyphens and wrap texts anywhere. Looks ahead, so that matches may overlap. */
const MAY_NAME = /(?=SA((?:[-\s/_.:]*[0-9A-Z]){12}))/g;

/**
 * Returns what may be references of adoptions in a text, normalized: people write O for 0 and I for 1, which references do
 * not contain.
 */
export function mayName(text: string): string[] {
  const names = [...text.toUpperCase().matchAll(MAY_NAME)].map(([, signs]) =>
    normalReference(signs!.replace(/[^0-9A-Z]/g, '')),
  );
  return [...new Set(names)].slice(0, MAX_NAMES);
}

/** The beginning of a reference that a text may have, such as 'SA-7K2M-Q4'. `isSure`: no chance makes it one; else the amount has to agree. */
export type ReferenceBeginning = { beginning: string; isSure: boolean };

/** Four signs, and two to eight in groups of four behind the same sign, or none, between them. */
const GROUPS = (between: string) =>
  `([0-9A-Z]{4})(${between})([0-9A-Z]{2,3}|[0-9A-Z]{4}(?:\\2[0-9A-Z]{1,4})?)(?![\\p{L}\\p{N}])`;
const BEHIND_SA = new RegExp(`(?<![\\p{L}\\p{N}])SA[-\\s/_.:]*${GROUPS('[-\\s/_.:]?')}`, 'gu');
/** Without 'SA', of whole words. Looks ahead, because 'NEFT-7K2M-Q4XT' has two. */
const BARE = new RegExp(`(?<![\\p{L}\\p{N}])(?=${GROUPS('-?')})`, 'gu');
/** Letters in front of a number: an IFSC, a branch's number, the end of an account, 'PO2026'. */
const BANK_NUMBER = /^[A-Z]+\d+$/;
/** Of 200,000 references one in five thousand texts of six signs begins one, and one in five million of eight. */
const SURE_SIGNS = 8;
const WHOLE_SIGNS = 12;

/**
 * Returns what may be the first six signs or more of references of adoptions, which banks cut: with or without 'SA' and
 * dashes. Numbers are none, and words without a digit only as 'SA-KBMB-MRST'; a number of the bank is none without 'SA'.
 */
export function mayBegin(text: string): ReferenceBeginning[] {
  const capitals = text.toUpperCase();
  const behind = [...capitals.matchAll(BEHIND_SA)].flatMap((match) => beginningOf(match, true));
  const bare = [...capitals.replace(BEHIND_SA, ' ').matchAll(BARE)].flatMap((match) => beginningOf(match, false));
  return [...behind, ...bare].slice(0, MAX_NAMES);
}

function beginningOf([, first, between, rest]: RegExpExecArray, isBehindSa: boolean): ReferenceBeginning[] {
  const typed = `${first}${rest}`.replace(/[^0-9A-Z]/g, '');
  const isWord = !/\d/.test(typed);
  if (!/[A-Z]/.test(typed) || typed.includes('U') || (isWord && !(isBehindSa && between === '-'))) return [];
  if (!isBehindSa && BANK_NUMBER.test(typed)) return [];
  // mayName has it.
  if (isBehindSa && typed.length === WHOLE_SIGNS) return [];
  const groups = normalSigns(typed).match(/.{1,4}/g)!;
  const isLong = typed.length >= SURE_SIGNS;
  return [{ beginning: ['SA', ...groups].join('-'), isSure: isLong || (isBehindSa && !isWord) }];
}
