import { describe, expect, test } from 'vitest';
import { dialogFor, isSamePage, leavesPage, type LinkClick } from './link-click';

const here = 'https://seats.example/course-list/Indore/B.Tech';
const click = (overrides: Partial<LinkClick>): LinkClick => ({
  button: 0,
  modified: false,
  href: 'https://seats.example/select-region/B.Tech',
  target: null,
  download: false,
  here,
  ...overrides,
});

describe('leavesPage', () => {
  test.each([
    ['another page', {}],
    ['the same page with another query', { href: `${here}?sort=price` }],
    ['a page of which this one is a prefix', { href: `${here}/x` }],
    ['an explicit _self', { target: '_self' }],
  ])('R-STATE-16 blocks a plain click to %s', (_, overrides) => {
    expect(leavesPage(click(overrides))).toBe(true);
  });

  test.each([
    ['with a modifier key', { modified: true }],
    ['with the middle button', { button: 1 }],
    ['into a new tab', { target: '_blank' }],
    ['for a download', { download: true }],
    ['to another origin', { href: 'https://elsewhere.example/cart' }],
    ['to another protocol', { href: 'mailto:someone@seats.example' }],
    ['to a fragment of this page', { href: `${here}#content` }],
    ['to this page', { href: here }],
  ])('R-STATE-16 allows a click %s', (_, overrides) => {
    expect(leavesPage(click(overrides))).toBe(false);
  });
});

test('a page that keeps its changes allows a click to its other search parameters, but not to another path', () => {
  expect(leavesPage(click({ href: `${here}?page=2`, anyQuery: true }))).toBe(false);
  expect(leavesPage(click({ href: 'https://seats.example/course-list/Indore?page=2', anyQuery: true }))).toBe(true);
});

test('isSamePage compares path and query, not the fragment', () => {
  expect(isSamePage(`${here}#a`, `${here}#b`)).toBe(true);
  expect(isSamePage(here, `${here}?x`)).toBe(false);
  expect(isSamePage(here, `${here}?x`, true)).toBe(true);
});

test.each([
  ['https://seats.example/cart', 'confirm'],
  ['https://seats.example/cart/', 'confirm'],
  ['https://seats.example/cart?from=header', 'confirm'],
  ['https://seats.example/dashboard/payment', 'confirm'],
  ['https://seats.example/', 'discard'],
  ['https://seats.example/payment', 'discard'],
  ['https://seats.example/cartography', 'discard'],
  ['https://seats.example/course-list/cart', 'discard'],
] as const)('R-LIST-23 leaving for %s prompts to %s (A-45)', (href, question) => {
  expect(dialogFor(href)).toBe(question);
});
