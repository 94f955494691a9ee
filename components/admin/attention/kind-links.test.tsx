import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ATTENTION_KINDS, type AttentionCounts, type AttentionKind } from '@/lib/admin/attention/schema';
import { KindLinks } from './kind-links';

const countsOf = (some: Partial<AttentionCounts>) =>
  Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, some[kind] ?? 0])) as AttentionCounts;
/** The texts of what is shown, in its order. */
const textsOf = (some: Partial<AttentionCounts>, current: AttentionKind | 'all' = 'all') =>
  renderToStaticMarkup(<KindLinks counts={countsOf(some)} current={current} />)
    .split(/<[^>]*>/)
    .filter(Boolean);

test('only kinds of which something needs attention are shown, and notices apart and not counted', () => {
  expect(textsOf({ refund_due: 2, reports_late: 3, alone: 7 })).toEqual([
    ...['All', '5', 'Refunds due', '2', 'Reports late', '3'],
    ...['Notices', 'Confirmed by one person', '7'],
  ]);
  expect(textsOf({ codes: 1 })).toEqual(['Codes running out', '1']);
  expect(textsOf({})).toEqual([]);
  expect(textsOf({ alone: 1 })).toEqual(['Notices', 'Confirmed by one person', '1']);
});

test('beside a list its kind is shown without items too, and a link leads to all', () => {
  expect(textsOf({}, 'short')).toEqual(['All', '0', 'Short of money', '0']);
  expect(textsOf({ alone: 1 }, 'alone')).toEqual(['All', '0', 'Notices', 'Confirmed by one person', '1']);
});
