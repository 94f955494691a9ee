import { normalize } from '@/lib/catalogue/places/names';
import type { Place, PlaceFinder } from '@/lib/catalogue/places/rules';
import { latinDigits } from '@/lib/platform/digits';
import { normalized } from '@/lib/platform/unicode';
import { takeAmounts } from './amounts';
import { matchesTerm, toTerm, type Term } from './terms';
import { NAME_KINDS, type Vocabulary } from './vocabulary';
import { CHEAPEST, NEAR_AFTER, NEAR_BEFORE, OR_WORDS, STOP_WORDS } from './words';

/** Longer queries are cut. Characters and terms. */
export const QUERY_MAX = 100;
export const TERMS_MAX = 12;

/** A branch that is searched for: `text` as typed, `alone` the query without the other trades. */
type Trade = { text: string; alone: string; terms: readonly Term[] };

/** What a visitor typed, read with the names of a catalogue. */
export type SearchQuery = {
  /** Alternatives: a course matches all terms of one of them; without any, of none. */
  trades: readonly Trade[];
  /** What each course matches besides: words of institutes and types, with the words as typed. */
  terms: readonly (Term & { typed: string })[];
  /** The words of the place. A course matches them unless the place is only a centre. */
  placeTerms: readonly Term[];
  place: Place | null;
  /** True for 'near Pithampur' and '50 km Pithampur': the place is a centre. */
  near: boolean;
  /** Kilometres from the place, also without a place. */
  km: number | null;
  budgetPaise: number | null;
  cheapestFirst: boolean;
  /** Words that match nothing in the catalogue, as typed. They are left out. */
  unknown: readonly string[];
  /** What was to be near and is no known place. */
  unknownPlace: string | null;
  /** The text with the spellings that were meant; null if every word was taken as typed. */
  corrected: string | null;
  /** The trades and terms as a query of their own: without place, distance, budget, order and unknown words. */
  rest: string;
  /** True if there is neither a word to search for nor a budget. */
  isEmpty: boolean;
};

type Role = 'word' | 'stop' | 'near' | 'order' | 'place' | 'separator' | 'trade' | 'term' | 'unknown';

/** A word or a separator of the text. `meant`: another spelling that was found for it. */
type Piece = { typed: string; meant: string | null; word: string; role: Role; trade: number | null };

const stopWords = new Set(STOP_WORDS.map(normalize));
const orWords = new Set(OR_WORDS.map(normalize));
const nearBefore = new Set(NEAR_BEFORE.map(normalize));
const nearAfter = new Set(NEAR_AFTER.map(normalize));
const cheapest = CHEAPEST.map((phrase) => normalize(phrase).split(' '));

/** Longest names of places, in words. */
const MAX_PLACE_WORDS = 4;

/**
 * Reads a query in English or Hindi. Several names of branches are alternatives, also without a word between them;
 * words of one branch, of a place, an institute or a type narrow. A word that matches nothing is read as the nearest
 * one that does, unless `literal`. Never throws.
 * @param text at most QUERY_MAX characters and TERMS_MAX words are read
 */
export function readQuery(
  text: string,
  vocabulary: Vocabulary,
  places: Pick<PlaceFinder, 'find' | 'nearestSpelling'>,
  { literal = false } = {},
): SearchQuery {
  const cut = latinDigits(normalized([...text].slice(0, QUERY_MAX).join(''), 'NFKC'));
  const { km, budgetPaise, phrases, rest } = takeAmounts(cut, (number) => kindsOf(vocabulary, toTerm(number)).isKnown);
  const pieces = piecesOf(rest);
  const cheapestFirst = markOrder(pieces);
  const near = takeNear(pieces);
  limitWords(pieces);
  const centre = near && findCentre(near, places, literal);
  const isKnown = (piece: Piece) => kindsOf(vocabulary, toTerm(piece.word)).isKnown;
  const open = pieces.filter(({ role }) => role === 'word');
  let place = centre?.place ?? findPlace(open, places);
  if (!literal)
    for (const piece of open.filter(({ role }) => role === 'word')) {
      if (isKnown(piece)) continue;
      const meant = vocabulary.spellingOf(piece.word) ?? places.nearestSpelling(piece.word)?.name ?? null;
      if (meant === null || normalize(meant) === piece.word) continue;
      piece.meant = meant;
      piece.word = normalize(meant);
    }
  place ??= findPlace(open, places);
  const trades = groupTrades(pieces, vocabulary);

  const spelled = (wanted: (piece: Piece) => boolean) =>
    pieces
      .filter(wanted)
      .map(({ typed, meant }) => meant ?? typed)
      .filter(Boolean)
      .join(' ');
  const termsOf = (wanted: (piece: Piece) => boolean) => pieces.filter(wanted).map(({ word }) => toTerm(word));
  const textOf = (trade: number) => spelled((piece) => piece.trade === trade);
  const withPhrases = (words: string) => [words, ...phrases].join(' ').replace(/ ([,;|])/g, '$1');
  const read = {
    trades: trades.map((trade) => ({
      text: textOf(trade),
      alone: withPhrases(
        spelled((piece) => piece.trade === trade || (piece.trade === null && !LEFT_OUT.has(piece.role))),
      ),
      terms: termsOf((piece) => piece.trade === trade),
    })),
    terms: pieces
      .filter(({ role }) => role === 'term')
      .map(({ word, typed, meant }) => ({ ...toTerm(word), typed: meant ?? typed })),
    placeTerms: centre ? [] : termsOf(({ role }) => role === 'place'),
  };
  return {
    ...read,
    place,
    near: place !== null && (Boolean(centre?.place) || km !== null),
    km,
    budgetPaise,
    cheapestFirst,
    unknown: pieces.filter(({ role }) => role === 'unknown').map(({ typed }) => typed),
    unknownPlace: centre?.unknown ?? null,
    corrected: pieces.some(({ meant }) => meant !== null) ? withPhrases(spelled(() => true)) : null,
    rest: [trades.map(textOf).join(', '), spelled(({ role }) => role === 'term')].filter(Boolean).join(' '),
    isEmpty: !pieces.some(({ role }) => !NO_CONDITION.has(role)) && budgetPaise === null,
  };
}

const LEFT_OUT: ReadonlySet<Role> = new Set(['separator', 'unknown']);
const NO_CONDITION: ReadonlySet<Role> = new Set(['separator', 'stop', 'near', 'order']);

/** True if a course with this haystack (searchText) matches a query; what the query says about distance is not asked. */
export function matches({ trades, terms, placeTerms, near, unknown }: SearchQuery, haystack: string): boolean {
  const every = (list: readonly Term[]) => list.every((term) => matchesTerm(term, haystack));
  if (unknown.length > 0 && trades.length === 0) return false;
  return (
    every(terms) && (near || every(placeTerms)) && (trades.length === 0 || trades.some(({ terms }) => every(terms)))
  );
}

function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const add = (typed: string, word: string, role: Role) => pieces.push({ typed, meant: null, word, role, trade: null });
  for (const raw of text.match(/[,;|]|[^\s,;|]+/gu) ?? []) {
    const words = normalize(raw).split(' ').filter(Boolean);
    if (words.length === 0) {
      if (/^[,;|]$/.test(raw)) add(raw, raw, 'separator');
      continue;
    }
    for (const word of words) {
      const typed = words.length === 1 ? raw.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}.]+$/gu, '') : word;
      add(typed, word, orWords.has(word) ? 'separator' : 'word');
    }
  }
  return pieces;
}

/** Marks the words that ask for an order; true if there are some. */
function markOrder(pieces: readonly Piece[]): boolean {
  let found = false;
  pieces.forEach((_, from) => {
    for (const phrase of cheapest) {
      const part = pieces.slice(from, from + phrase.length);
      if (part.length < phrase.length || !part.every(({ word }, i) => word === phrase[i])) continue;
      for (const piece of part) piece.role = 'order';
      found = true;
    }
  });
  return found;
}

/** The words of the place in 'near Pithampur' or 'पीथमपुर के पास'; `before`: the word before them. Null without 'near'. */
type Near = { words: readonly Piece[]; before: Piece | undefined };

function takeNear(pieces: readonly Piece[]): Near | null {
  const after = pieces.findIndex(({ word }, i) => i > 0 && word === 'के' && nearAfter.has(pieces[i + 1]?.word ?? ''));
  const before = after > 0 ? -1 : pieces.findIndex(({ word }) => nearBefore.has(word));
  for (const piece of pieces.slice(Math.max(after, before, 0), after > 0 ? after + 2 : before + 1)) piece.role = 'near';
  for (const piece of pieces) if (piece.role === 'word' && stopWords.has(piece.word)) piece.role = 'stop';
  if (after > 0) {
    const words = pieces.slice(0, after).filter(isWord);
    return words.length > 0 ? { words: words.slice(-1), before: words.at(-2) } : null;
  }
  const words = before < 0 ? [] : pieces.slice(before + 1).filter(isWord);
  return words.length > 0 ? { words, before: undefined } : null;
}

const isWord = ({ role }: Piece) => role === 'word';

function limitWords(pieces: readonly Piece[]): void {
  for (const piece of pieces.filter(isWord).slice(TERMS_MAX)) piece.role = 'stop';
}

/** Finds the place that something is near. Words after its name are words like others. */
function findCentre(
  { words, before }: Near,
  { find, nearestSpelling }: Pick<PlaceFinder, 'find' | 'nearestSpelling'>,
  literal: boolean,
): { place: Place | null; unknown: string | null } {
  const nameOf = (part: readonly Piece[]) => part.map(({ word }) => word).join(' ');
  const mark = (part: readonly Piece[]) => part.forEach((piece) => (piece.role = 'place'));
  // 'आगर मालवा के पास': only the last word is among the words.
  const candidates = [
    ...(before ? [[before, ...words]] : []),
    ...Array.from({ length: Math.min(words.length, MAX_PLACE_WORDS) }, (_, i) => words.slice(0, i + 1)).reverse(),
  ];
  for (const candidate of candidates) {
    const place = find(nameOf(candidate));
    if (!place) continue;
    mark(candidate);
    return { place, unknown: null };
  }
  if (!literal)
    for (const candidate of candidates) {
      const place = nearestSpelling(nameOf(candidate));
      if (!place) continue;
      mark(candidate);
      candidate.forEach((piece, i) => (piece.meant = i === 0 ? place.name : ''));
      return { place, unknown: null };
    }
  mark(words);
  return { place: null, unknown: words.map(({ typed }) => typed).join(' ') };
}

/** Finds the place among the words; of several, the one with the longest name. */
function findPlace(words: readonly Piece[], { find }: Pick<PlaceFinder, 'find'>): Place | null {
  const open = words.filter(isWord);
  for (let length = Math.min(open.length, MAX_PLACE_WORDS); length > 0; length--)
    for (let from = 0; from + length <= open.length; from++) {
      const part = open.slice(from, from + length);
      const place = find(part.map(({ word }) => word).join(' '));
      if (!place) continue;
      for (const piece of part) piece.role = 'place';
      return place;
    }
  return null;
}

/** What a word matches: branches by index, and whether it matches a name of another kind. */
type Kinds = { branches: readonly number[]; other: boolean; isKnown: boolean };

function kindsOf(vocabulary: Vocabulary, term: Term): Kinds {
  const branches = vocabulary.branches.flatMap(({ text }, index) => (matchesTerm(term, text) ? [index] : []));
  const other = NAME_KINDS.some(
    (kind) => kind !== 'branches' && vocabulary[kind].some(({ text }) => matchesTerm(term, text)),
  );
  return { branches, other, isKnown: other || branches.length > 0 };
}

type Word = Kinds & { piece: Piece };
type Group = { words: Word[]; branches: readonly number[] };

function common(a: readonly number[], b: readonly number[]): number[] {
  const others = new Set(b);
  return a.filter((index) => others.has(index));
}

/** Divides the words into trades, terms and unknown ones; returns the numbers of the trades. */
function groupTrades(pieces: readonly Piece[], vocabulary: Vocabulary): number[] {
  const groups: Group[] = [];
  let part: Word[] = [];
  const endPart = () => {
    groups.push(...groupsOf(part));
    part = [];
  };
  for (const piece of pieces) {
    if (piece.role === 'separator') endPart();
    if (piece.role !== 'word') continue;
    const kinds = kindsOf(vocabulary, toTerm(piece.word));
    piece.role = kinds.isKnown ? 'term' : 'unknown';
    if (kinds.isKnown) part.push({ ...kinds, piece });
  }
  endPart();
  groups.forEach(({ words }, trade) => {
    for (const { piece } of words) Object.assign(piece, { role: 'trade', trade });
  });
  return groups.map((_, trade) => trade);
}

/**
 * Groups the words between two separators: those of one branch together. A word that an institute has as well begins no
 * group among others: 'fitter engineering college'. It joins one: 'mechanical engineering'.
 */
function groupsOf(words: readonly Word[]): Group[] {
  const first = words[0];
  if (!first) return [];
  const all = words.slice(1).reduce((shared, { branches }) => common(shared, branches), first.branches);
  if (all.length > 0) return [{ words: [...words], branches: all }];
  const groups: Group[] = [];
  let waiting = null as Group | null;
  for (const word of words) {
    const current: Group | undefined = groups.at(-1);
    const joined: readonly number[] = current ? common(current.branches, word.branches) : [];
    if (current && joined.length > 0) {
      current.words.push(word);
      current.branches = joined;
    } else if (word.other) {
      const both: readonly number[] = waiting ? common(waiting.branches, word.branches) : word.branches;
      if (both.length > 0) waiting = { words: [...(waiting?.words ?? []), word], branches: both };
    } else {
      const both: readonly number[] = waiting ? common(waiting.branches, word.branches) : [];
      groups.push(
        waiting && both.length > 0
          ? { words: [...waiting.words, word], branches: both }
          : { words: [word], branches: word.branches },
      );
      waiting = null;
    }
  }
  return groups;
}
