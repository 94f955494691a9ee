import { expect, test } from 'vitest';
import { packRows, unpackRows } from './packed-rows';

test('packed rows have each name once and are the same after unpacking', () => {
  const rows = [
    { id: 1, at: new Date(0), of: null, list: ['a'] },
    { id: 2, at: new Date(1), of: 'b', list: [] },
  ];
  const packed = packRows<(typeof rows)[number] | { of: string | null }>(rows);
  expect(JSON.stringify(packed).match(/"list"/g)).toHaveLength(1);
  expect(unpackRows(packed)).toEqual(rows);
  expect(unpackRows(packRows([]))).toEqual([]);
});
