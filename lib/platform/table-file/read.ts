import { MAX_IMPORT_BYTES, MAX_UNPACKED_BYTES } from '@/lib/platform/limits';
import { Refused, type ReadFile, type ReadProblem } from './schema';
import { readText } from './text';
import { readMarkup, readOldWorkbook, readWorkbook } from './workbook';

/** Starts of files that are no tables, for a clear message: PDF, PNG, JPEG. */
const OTHER_KINDS = [
  [0x25, 0x50, 0x44, 0x46],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLD_WORKBOOK = [0xd0, 0xcf, 0x11, 0xe0];
/** Encodings by byte order mark. */
const UTF16: Record<string, string | undefined> = { '255,254': 'utf-16le', '254,255': 'utf-16be' };

/**
 * Reads a file of tables: .xlsx, .xlsb, .xls, .ods, HTML or XML as programs save it under the name .xls, or text with
 * commas, semicolons or tabs. The content decides which it is, not the name. Takes seconds for a large file, and its
 * libraries may be misled by a crafted one: servers call it in lib/admin/file-worker only.
 * @param maxUnpackedBytes of the parts of a workbook together
 */
export function readSheets(bytes: Uint8Array, maxUnpackedBytes = MAX_UNPACKED_BYTES): ReadFile {
  try {
    if (bytes.length === 0) throw new Refused('empty');
    if (bytes.length > MAX_IMPORT_BYTES) throw new Refused('too_large', { megabytes: MAX_IMPORT_BYTES / 1024 / 1024 });
    const sheets = sheetsOf(bytes, maxUnpackedBytes);
    if (sheets.every(({ rows }) => rows.length === 0)) throw new Refused('empty');
    return { ok: true, sheets };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refused(error);
  }
}

/** Returns why a file cannot be read. */
export const refused = ({ code, params }: Refused): { ok: false; problem: ReadProblem } => ({
  ok: false,
  problem: params ? { code, params } : { code },
});

/** Returns the text of a file, null if it is none or too large. */
export function textOf(bytes: Uint8Array): string | null {
  const isOther = [...OTHER_KINDS, ZIP, OLD_WORKBOOK].some((start) => startsWith(bytes, start));
  if (isOther || bytes.length > MAX_IMPORT_BYTES) return null;
  try {
    return decode(bytes);
  } catch {
    return null;
  }
}

const startsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, place) => bytes[place] === byte);

function sheetsOf(bytes: Uint8Array, maxUnpackedBytes: number) {
  if (OTHER_KINDS.some((start) => startsWith(bytes, start))) throw new Refused('not_a_table');
  if (startsWith(bytes, ZIP)) return readWorkbook(bytes, maxUnpackedBytes);
  if (startsWith(bytes, OLD_WORKBOOK)) return readOldWorkbook(bytes);
  const text = decode(bytes);
  return /^\s*<(!doctype|!--|html|head|meta|body|div|style|table|\?xml)/i.test(text)
    ? readMarkup(text)
    : readText(text);
}

/**
 * Decodes a text by its byte order mark, else as UTF-8, else as Windows-1252. Text that is UTF-8 except for single
 * bytes is refused instead of shown with wrong letters.
 */
function decode(bytes: Uint8Array): string {
  const utf16 = UTF16[bytes.subarray(0, 2).join()];
  const text = decodeAs(utf16 ?? 'utf-8', bytes) ?? (utf16 ? null : windowsText(bytes));
  // A control character that no text has: a file of another kind.
  if (text === null || /[\0-\x08\x0e-\x19]/.test(text)) throw new Refused('encoding');
  return text;
}

/** Windows-1252 from 0x80 to 0x9f; the TextDecoder of some versions of Node.js takes it for ISO 8859-1. */
const WINDOWS = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';

function windowsText(bytes: Uint8Array): string | null {
  const isDamagedUtf8 = /[\u0800-\uFFFC]/.test(new TextDecoder('utf-8').decode(bytes));
  if (isDamagedUtf8) return null;
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (sign) => WINDOWS[sign.charCodeAt(0) - 0x80]!);
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
