import { expect, test } from 'vitest';
import { mayBegin, mayName } from './adoption-references';

test.each([
  ['NEFT/HDFC0000001/TATA/SA-7K2M-Q4XT-90BD', ['SA-7K2M-Q4XT-90BD']],
  ['neft tata motors sa7k2mq4xt90bd', ['SA-7K2M-Q4XT-90BD']],
  ['REFSA 7K2M Q4XT 90BD/PAID', ['SA-7K2M-Q4XT-90BD']],
  ['SA-7KZM-Q4XT-9OBD', ['SA-7KZM-Q4XT-90BD']],
  ['SA-7K2M-Q4XT-90BD and SA-AAAA-BBBB-CCCC', ['SA-7K2M-Q4XT-90BD', 'SA-AAAA-BBBB-CCCC']],
  ['INV SA-7K2M-Q4 XT-90BD wrapped by the bank', ['SA-7K2M-Q4XT-90BD']],
  ['Tata Motors', []],
])('%j may name %j', (text, names) => expect(mayName(text)).toEqual(expect.arrayContaining(names)));

test('a text without references names at most words that no adoption has', () => {
  expect(mayName('SA'.repeat(200)).length).toBeLessThanOrEqual(20);
});

test.each([
  ['NEFT*TAPTI FOODS*SA-ZC5S-XS9T--', [['SA-ZC5S-XS9T', true]]],
  ['neft tapti sazc5sxs9t0', [['SA-ZC5S-XS9T-0', true]]],
  ['SA ZC5S XS/TAPTI', [['SA-ZC5S-XS', true]]],
  ['TAPTI/ZC5S-XS', [['SA-ZC5S-XS', false]]],
  ['TAPTI/Z7OSXS7/', [['SA-Z70S-XS7', false]]],
  ['TAPTI/ZC5SXS9T0GHJ', [['SA-ZC5S-XS9T-0GHJ', true]]],
  ['SA-KBMB-MRST', [['SA-KBMB-MRST', true]]],
  ['SA-KBMB-MR', [['SA-KBMB-MR', false]]],
  // Whole references, five signs, words, numbers, and signs that no reference has.
  ...['SA-ZC5S-XS9T-0GHJ', 'SA-ZC5S-X', 'SAGAR CEMENTS LTD', 'SATPURA STEEL WORKS', 'SAMSUNG INDIA'].map(none),
  ...['SA-2026-27', 'SA 123456', 'IMPS/630712345678', 'A/C 000405001234', '02-11-2026', 'TEXTILE MOTORS'].map(none),
  ...[
    'SAUC5SXS9T',
    'HDFCN52026110212345678',
    'ZC5SXS9T0GHJK',
    'SBIN0001234',
    'S99887766',
    'A/C XX1234',
    'PO2026',
    'चंबल टेक्सटाइल',
  ].map(none),
])('%j may begin %j', (text, beginnings) => {
  expect(mayBegin(text).map(({ beginning, isSure }) => [beginning, isSure])).toEqual(beginnings);
});

function none(text: string): [string, [string, boolean][]] {
  return [text, []];
}
