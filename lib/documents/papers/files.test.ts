import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { paperDetailsSchema } from './schema';

const FOLDER = join(process.cwd(), 'testing/company/files');

/** The PAN and the GSTIN of a company as they are stored; everything else stays as it is. */
const FILES: Record<string, { pan: string; gstin: string }> = {
  'gstin-tds-deductor.json': { pan: '', gstin: '23BPLE01234A1D7' },
  'llp-name-and-psu.json': { pan: 'AAAFB1234C', gstin: '' },
  'pan-lower-case-and-tabs.json': { pan: 'AAACM1234K', gstin: '23AAACM1234K1Z5' },
  'pan-person-proprietor.json': { pan: 'ABCPN1234K', gstin: '23ABCPN1234K1Z7' },
  'pan-with-spaces.json': { pan: 'AAACT1234F', gstin: '' },
};

test('every file of the folder is in the table', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(Object.keys(FILES).toSorted());
});

test.each(Object.entries(FILES))('the details of %s are taken', (name, expected) => {
  const { expect: _, ...details } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Record<string, string>;
  expect(paperDetailsSchema.parse(details)).toEqual({ ...details, ...expected });
});
