import { MAX_AREA, Refused } from './schema';

const MAX_CELLS = 2_000_000;
/** The last row in Excel. */
const MAX_ROW = 1_048_576;
/**
 * Maximum bytes of a tag or of the text between tags: the longest cell of Excel, 32,767 characters, takes 200 kB as
 * entities. The library's time grows with their square.
 */
const MAX_TOKEN_BYTES = 256 * 1024;
/** Maximum nesting of tags; spreadsheet programs write about ten levels. */
const MAX_DEPTH = 100;

const unreadable = () => new Refused('unreadable');
const tooWide = () => new Refused('too_wide');
const tooComplex = () => new Refused('too_complex');

const [QUOTE, APOSTROPHE, SLASH, LESS, GREATER] = [...'"\'/<>'].map((sign) => sign.charCodeAt(0));
const [EXCLAMATION, QUESTION] = [...'!?'].map((sign) => sign.charCodeAt(0));

/**
 * Rejects long tags and texts and deep nesting, which make the library compute for minutes. One pass over the bytes.
 * Angle brackets in quoted values, which no spreadsheet program writes, are rejected too: parsers differ in where such
 * a tag ends.
 * @returns the number of tags
 */
export function checkMarkup(part: Buffer): number {
  let [start, tags, depth, quote] = [0, 0, 0, 0];
  let isTag = false;
  for (let at = 0; at < part.length; at++) {
    const byte = part[at];
    if (byte !== LESS && byte !== GREATER && !(isTag && (byte === QUOTE || byte === APOSTROPHE))) continue;
    if (at - start > MAX_TOKEN_BYTES) throw tooComplex();
    if (byte === LESS) {
      if (isTag) throw unreadable();
      [isTag, start] = [true, at];
    } else if (byte !== GREATER) {
      if (quote === 0) quote = byte!;
      else if (quote === byte) quote = 0;
    } else if (isTag) {
      if (quote !== 0) throw unreadable();
      const first = part[start + 1];
      if (first === SLASH) depth -= 1;
      else if (part[at - 1] !== SLASH && first !== EXCLAMATION && first !== QUESTION) depth += 1;
      [isTag, start, tags] = [false, at, tags + 1];
      if (depth > MAX_DEPTH) throw tooComplex();
    }
  }
  if (part.length - start > MAX_TOKEN_BYTES) throw tooComplex();
  return tags;
}

const TAG = /<(?:[^\s<>/:]+:)?(row|c)(?=[\s/>])([^<>]{0,400})(.?)/gs;
const ATTRIBUTES = /^(?:\s+[\w:.-]+\s*=\s*(?:"[^"&]*"|'[^'&]*'))*\s*\/?$/;
const PLACE = /\s(?:[\w.-]+:)?r\s*=\s*["']([^"']*)/g;

/** Tracks the rows and cells of a part like the library does, with explicit or implicit positions. */
export function checkSheet(xml: string): void {
  checkColumns(xml);
  let [row, column, lastRow, lastColumn, cells] = [0, 0, 0, 0, 0];
  for (const [, tag, attributes = '', end] of xml.matchAll(TAG)) {
    if (end !== '>' || !ATTRIBUTES.test(attributes)) throw unreadable();
    const places = [...attributes.matchAll(PLACE)].map(([, place = '']) => place);
    if (tag === 'row') {
      row = places.reduce((last, place) => Math.max(last, numberOf(place)), places.length > 0 ? 0 : row + 1);
      column = 0;
    } else {
      cells += 1;
      const columns: number[] = [];
      for (const place of places) {
        const [, letters, digits] = /^([A-Z]{1,3})(\d+)$/.exec(place) ?? [];
        if (!letters || !digits) throw tooWide();
        row = Math.max(row, numberOf(digits));
        columns.push([...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0));
      }
      // If a position is given twice, parsers differ in which one they use.
      column = columns.length > 0 ? Math.max(...columns) : column + 1;
    }
    lastRow = Math.max(lastRow, row);
    lastColumn = Math.max(lastColumn, column);
    if (lastRow > MAX_ROW || cells > MAX_CELLS || lastRow * lastColumn > MAX_AREA) throw tooWide();
  }
}

const COLUMN = /<(?:\w+:)?col\b([^<>]*)>/g;
const LAST_COLUMN = /\bmax\s*=\s*["']([^"']*)/g;
const MAX_COLUMN = 16_384;

/** The library makes an object for each column of a range. */
function checkColumns(xml: string): void {
  for (const [, attributes = ''] of xml.matchAll(COLUMN))
    for (const [, last = ''] of attributes.matchAll(LAST_COLUMN)) if (numberOf(last) > MAX_COLUMN) throw tooWide();
}

function numberOf(digits: string): number {
  if (!/^\d{1,7}$/.test(digits)) throw tooWide();
  return Number(digits);
}

const ODS_TAG = /<(?:[\w.-]+:)?(table-row|table-cell|covered-table-cell|s)(?=[\s/>])([^<>]*)>/g;
const REPEATED = /\b(?:number-(?:rows|columns)-repeated|c)\s*=\s*["']([^"']*)/g;
const MAX_SPACES = 10_000;

/** Checks what an OpenDocument sheet repeats: rows and cells with a value, and spaces. */
export function checkRepeats(xml: string): void {
  let [rows, cells] = [1, 0];
  for (const [tag, name, attributes = ''] of xml.matchAll(ODS_TAG)) {
    const repeats = [...attributes.matchAll(REPEATED)].map(([, digits = '']) => numberOf(digits));
    const times = Math.max(1, ...repeats);
    if (name === 's' && times > MAX_SPACES) throw tooComplex();
    if (name === 'table-row') rows = times;
    if (name === 'covered-table-cell' && times > MAX_SPACES) throw tooWide();
    if (name === 'table-cell' && !tag.endsWith('/>')) cells += rows * times;
    if (cells > MAX_CELLS) throw tooWide();
  }
}
