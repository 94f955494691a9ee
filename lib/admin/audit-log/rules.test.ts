import { describe, expect, test } from 'vitest';
import { AUDIT_LIST } from '@/lib/accounts/audit-log/schema';
import { splitPlace } from '@/lib/platform/keyset';
import type { GivenParams } from '@/lib/platform/search-params';

const parse = (params: GivenParams) => splitPlace(AUDIT_LIST.parse(params));

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
    const { filter, place, problems } = parse({ ...params, after: '' });
    expect([place, problems]).toEqual([{ before: '99' }, []]);
    expect(
      Object.fromEntries(new URL(AUDIT_LIST.href({ ...filter, ...place }), 'http://localhost').searchParams),
    ).toEqual(params);
    expect(parse({ action: '', who: '' })).toEqual({ filter: {}, place: {}, problems: [] });
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
    expect(parse(params)).toEqual({ filter: {}, place: {}, problems });
  });
});
