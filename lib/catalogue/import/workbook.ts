import { inflateRawSync } from 'node:zlib';
import { MAX_UNPACKED_BYTES, MAX_WORKBOOK_TAGS } from '@/lib/core/limits';
import type { FileProblem } from './schema';

const MAX_CELLS = 2_000_000;
/**
 * The XLSX library starts a thread for each part of this size in bytes; a workbook of one sheet has two or three of
 * them.
 */
const LARGE_PART_BYTES = 320_000;
const MAX_LARGE_PARTS = 30;
/** The last row in Excel. */
const MAX_ROW = 1_048_576;
/**
 * Maximum rows times columns: the library fills the gaps between cells, so that one cell far out costs as much as a
 * full sheet.
 */
const MAX_AREA = 8_000_000;

/**
 * Maximum bytes of a tag or of the text between tags: the longest cell of Excel, 32,767 characters, takes 200 kB as
 * entities. The library's time grows with their square.
 */
const MAX_TOKEN_BYTES = 256 * 1024;
/** Maximum nesting of tags; spreadsheet programs write about ten levels. */
const MAX_DEPTH = 100;

const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const ZIP64 = 0x07064b50;
const ZIP64_BYTES = 20;
const MAX_COMMENT_BYTES = 0xffff;
const STORED = 0;
const DEFLATED = 8;
/** The parts that the library unpacks. */
const PART = /\.xml(\.rels)?$/;

class Refused extends Error {
  constructor(readonly problem: FileProblem) {
    super(problem.code);
  }
}
const unreadable = () => new Refused({ code: 'unreadable' });
const tooWide = () => new Refused({ code: 'too_wide' });
const tooComplex = () => new Refused({ code: 'too_complex' });

/**
 * Checks an XLSX file before the library reads it: a small file may unpack to gigabytes, and one cell at the far end of
 * a sheet makes the library build every cell before it. Memory use is bounded for any file.
 * @returns the problem, or null
 */
export function workbookProblem(file: Uint8Array): FileProblem | null {
  try {
    let tags = 0;
    for (const part of unpackedParts(Buffer.from(file.buffer, file.byteOffset, file.byteLength))) {
      tags += checkMarkup(part);
      if (tags > MAX_WORKBOOK_TAGS) throw tooComplex();
      checkSheet(part.toString('latin1'));
    }
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.problem;
    // Offsets and sizes outside the file.
    if (error instanceof RangeError) return { code: 'unreadable' };
    throw error;
  }
}

/** Yields the XML parts of a zip archive one by one; checks the total size before unpacking. */
function* unpackedParts(zip: Buffer): Generator<Buffer> {
  const entries = listEntries(zip);
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (entries.filter(({ size }) => size >= LARGE_PART_BYTES).length > MAX_LARGE_PARTS) throw unreadable();
  if (total > MAX_UNPACKED_BYTES)
    throw new Refused({ code: 'unpacked_too_large', params: { megabytes: MAX_UNPACKED_BYTES / 1024 / 1024 } });
  for (const { name, method, packed, size, at } of entries) {
    if (!PART.test(name)) continue;
    const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
    const bytes = zip.subarray(start, start + packed);
    // Any number of entries may refer to the same bytes.
    if (method === STORED && packed !== size) throw unreadable();
    if (method === STORED) yield bytes;
    else if (method === DEFLATED) yield inflate(bytes, size);
    else throw unreadable();
  }
}

type Entry = { name: string; method: number; packed: number; size: number; at: number };

function listEntries(zip: Buffer): Entry[] {
  let end = zip.length - END_BYTES;
  while (end >= 0 && zip.readUInt32LE(end) !== END) {
    end -= 1;
    if (zip.length - end > END_BYTES + MAX_COMMENT_BYTES) throw unreadable();
  }
  // The library would use the ZIP64 directory instead of this one; files of up to 20 MB need none.
  if (end >= ZIP64_BYTES && zip.readUInt32LE(end - ZIP64_BYTES) === ZIP64) throw unreadable();
  const count = zip.readUInt16LE(end + 8);
  const entries: Entry[] = [];
  for (let at = zip.readUInt32LE(end + 16); entries.length < count;) {
    if (zip.readUInt32LE(at) !== ENTRY) throw unreadable();
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString('latin1', at + 46, at + 46 + nameLength);
    const [packed, size, start] = [20, 24, 42].map((place) => zip.readUInt32LE(at + place)) as [number, number, number];
    entries.push({ name, method: zip.readUInt16LE(at + 10), packed, size, at: start });
    at += 46 + nameLength + extra + comment;
  }
  return entries;
}

function inflate(bytes: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw unreadable();
  }
}

const [QUOTE, APOSTROPHE, SLASH, LESS, GREATER] = [...'"\'/<>'].map((sign) => sign.charCodeAt(0));
const [EXCLAMATION, QUESTION] = [...'!?'].map((sign) => sign.charCodeAt(0));

/**
 * Rejects long tags and texts and deep nesting, which make the library compute for minutes. One pass over the bytes.
 * Angle brackets in quoted values, which no spreadsheet program writes, are rejected too: parsers differ in where such
 * a tag ends.
 * @returns the number of tags
 */
function checkMarkup(part: Buffer): number {
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
function checkSheet(xml: string): void {
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

function numberOf(digits: string): number {
  if (!/^\d{1,7}$/.test(digits)) throw tooWide();
  return Number(digits);
}
