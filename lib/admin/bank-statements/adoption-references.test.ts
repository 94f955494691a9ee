import { expect, test } from 'vitest';
import { mayName } from './adoption-references';

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
