import { inflateRawSync } from 'node:zlib';
import { Refused } from './schema';

const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const ZIP64 = 0x07064b50;
const ZIP64_BYTES = 20;
const MAX_COMMENT_BYTES = 0xffff;
const STORED = 0;
const DEFLATED = 8;

/** A file in an archive. */
export type Part = { name: string; bytes: Buffer };

const unreadable = () => new Refused('unreadable');

/**
 * Unpacks a zip archive. A small archive may unpack to gigabytes: the total is checked before, and each part against its
 * declared size.
 * @param maxBytes of all parts together
 * @throws Refused
 */
export function unpack(file: Uint8Array, maxBytes: number): Part[] {
  const zip = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  try {
    const entries = listEntries(zip);
    const total = entries.reduce((sum, { size }) => sum + size, 0);
    if (total > maxBytes) throw new Refused('unpacked_too_large', { megabytes: maxBytes / 1024 / 1024 });
    return entries.map((entry) => ({ name: entry.name, bytes: contentOf(zip, entry) }));
  } catch (error) {
    // Offsets and sizes outside the file.
    if (error instanceof RangeError) throw unreadable();
    throw error;
  }
}

function contentOf(zip: Buffer, { method, packed, size, at }: Entry): Buffer {
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const bytes = zip.subarray(start, start + packed);
  // Any number of entries may refer to the same bytes.
  if (method === STORED && packed === size) return bytes;
  if (method === DEFLATED) return inflate(bytes, size);
  throw unreadable();
}

type Entry = { name: string; method: number; packed: number; size: number; at: number };

function listEntries(zip: Buffer): Entry[] {
  let end = zip.length - END_BYTES;
  while (end >= 0 && zip.readUInt32LE(end) !== END) {
    end -= 1;
    if (zip.length - end > END_BYTES + MAX_COMMENT_BYTES) throw unreadable();
  }
  // A second directory; files of up to 20 MB need none.
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
