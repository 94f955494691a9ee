import { Refused } from './schema';

/**
 * The container of .xls files (MS-CFB): sectors in chains, a table of chains, a directory. Small streams are in a stream
 * of the root with a table of its own.
 */
type Container = { sector: (index: number) => Buffer; next: number[] };

const HEADER_BYTES = 512;
const SMALL_BYTES = 64;
const ENTRY_BYTES = 128;
/** Larger numbers end a chain. */
const LAST_SECTOR = 0xfffffffa;
const [STREAM, ROOT] = [2, 5];

const unreadable = () => new Refused('unreadable');

/**
 * Returns the streams of a compound file with these names. Chains that form a ring, on which the library would never
 * end, are refused.
 * @throws Refused
 */
export function readStreams(file: Uint8Array, names: readonly string[]): { name: string; content: Buffer }[] {
  try {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    const { large, directory, small, smallFrom } = open(bytes);
    return directory
      .filter(({ name, type }) => type === STREAM && names.includes(name))
      .map(({ name, start, size }) => {
        const chain = size < smallFrom ? chainOf(small, start) : chainOf(large, start);
        return { name, content: Buffer.concat(chain).subarray(0, size) };
      });
  } catch (error) {
    // Offsets outside the file.
    if (error instanceof RangeError) throw unreadable();
    throw error;
  }
}

function open(bytes: Buffer) {
  const sectorBytes = bytes.readUInt16LE(30) === 12 ? 4096 : 512;
  const offset = Math.max(HEADER_BYTES, sectorBytes);
  const sector = (index: number) => {
    const start = offset + index * sectorBytes;
    if (start >= bytes.length) throw unreadable();
    return bytes.subarray(start, start + sectorBytes);
  };
  const tables = [...tableSectors(bytes, sector, sectorBytes)];
  const large: Container = { sector, next: tables.flatMap((index) => numbersOf(sector(index))) };
  const directory = entriesOf(Buffer.concat(chainOf(large, bytes.readUInt32LE(48))));
  const root = directory.find(({ type }) => type === ROOT);
  const smallBytes = Buffer.concat(root ? chainOf(large, root.start) : []);
  const small: Container = {
    sector: (index) => smallBytes.subarray(index * SMALL_BYTES, (index + 1) * SMALL_BYTES),
    next: chainOf(large, bytes.readUInt32LE(60)).flatMap(numbersOf),
  };
  return { large, directory, small, smallFrom: bytes.readUInt32LE(56) };
}

/** Yields the sectors of the table of chains: 109 are listed in the header, further ones in sectors that are chained. */
function* tableSectors(bytes: Buffer, sector: (index: number) => Buffer, sectorBytes: number): Generator<number> {
  const used = (index: number) => index < LAST_SECTOR;
  yield* numbersOf(bytes.subarray(76, HEADER_BYTES)).filter(used);
  const seen = new Set<number>();
  for (let list = bytes.readUInt32LE(68); used(list);) {
    if (seen.has(list)) throw unreadable();
    seen.add(list);
    const numbers = numbersOf(sector(list));
    list = numbers.pop()!;
    if (numbers.length !== sectorBytes / 4 - 1) throw unreadable();
    yield* numbers.filter(used);
  }
}

function chainOf({ sector, next }: Container, start: number): Buffer[] {
  const chain: Buffer[] = [];
  const seen = new Set<number>();
  for (let index = start; index < LAST_SECTOR; index = next[index] ?? LAST_SECTOR) {
    if (seen.has(index)) throw unreadable();
    seen.add(index);
    chain.push(sector(index));
  }
  return chain;
}

function numbersOf(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4));
}

function entriesOf(directory: Buffer) {
  return Array.from({ length: Math.floor(directory.length / ENTRY_BYTES) }, (_, index) => {
    const entry = directory.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);
    const name = entry.toString('utf16le', 0, Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2));
    return { name, type: entry[66], start: entry.readUInt32LE(116), size: entry.readUInt32LE(120) };
  });
}
