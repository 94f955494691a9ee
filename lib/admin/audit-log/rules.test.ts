import { describe, expect, test } from 'vitest';
import { parseAuditParams, shownFields, showsParts } from './rules';
import { AUDIT_LIST } from './schema';

const COURSE = '00000000-0000-4000-8000-000000000001';

describe('the URL of the log', () => {
  test('is parsed and written consistently; empty values count as absent', () => {
    const params = {
      action: 'course.changed',
      who: 'asha',
      subject: COURSE,
      cause: '7',
      from: '2026-11-01',
      to: '2026-11-30',
      before: '99',
    };
    const { filter, place, problems } = parseAuditParams({ ...params, after: '' });
    expect([place, problems]).toEqual([{ before: '99' }, []]);
    expect(
      Object.fromEntries(new URL(AUDIT_LIST.href({ ...filter, ...place }), 'http://localhost').searchParams),
    ).toEqual(params);
    expect(parseAuditParams({ action: '', who: '' })).toEqual({ filter: {}, place: {}, problems: [] });
    expect(AUDIT_LIST.href({})).toBe('/admin/audit');
  });

  test.each([
    [{ action: 'course.burnt' }, ['action']],
    [{ who: ['a', 'b'] }, ['who']],
    [{ who: 'a\u0000' }, ['who']],
    [{ subject: 'rewa' }, ['subject']],
    [{ cause: '0' }, ['cause']],
    [{ from: '2026-02-30' }, ['from']],
    [{ from: '2026-11-02', to: '2026-11-01' }, ['from', 'to']],
    [{ before: '5', after: '3' }, ['before', 'after']],
    [{ before: '1e3' }, ['before']],
  ])('drops and names what means nothing: %j', (params, problems) => {
    expect(parseAuditParams(params)).toEqual({ filter: {}, place: {}, problems });
  });
});

test('per-course entries of imports are listed only if the filter selects them', () => {
  expect([{}, { who: 'asha' }, { action: 'catalogue.imported' } as const].map(showsParts)).toEqual([
    false,
    false,
    false,
  ]);
  expect([{ subject: COURSE }, { cause: '7' }, { action: 'course.added' } as const].map(showsParts)).toEqual([
    true,
    true,
    true,
  ]);
});

describe('the fields of an entry', () => {
  test('of a change are the changed ones, amounts in rupees', () => {
    const before = { price_paise: 1_25_000_00, total_seats: 20 };
    expect(shownFields(before, { price_paise: 1_30_000_50, total_seats: 20 })).toEqual([
      { name: 'price', old: '₹1,25,000.00', now: '₹1,30,000.50' },
    ]);
    expect(shownFields({ is_open: true }, { is_open: false })).toEqual([{ name: 'is_open', old: true, now: false }]);
  });

  test('of other entries are all, in display order', () => {
    const after = { sha256: 'ab'.repeat(32), rows: 125000, city: null, file_name: '=1+1.csv', newer: 'x' };
    expect(shownFields(null, after)).toEqual([
      { name: 'file_name', old: null, now: '=1+1.csv' },
      { name: 'sha256', old: null, now: 'abababababab…' },
      { name: 'city', old: null, now: '–' },
      { name: 'rows', old: null, now: '1,25,000' },
      { name: 'newer', old: null, now: 'x' },
    ]);
    expect(shownFields(null, null)).toEqual([]);
  });
});
