import { expect, test } from 'vitest';
import type { Proposal } from '@/lib/admin/receipts/schema';
import { agreeingLines } from './record-all';

const adoption = (reference: string, outstandingPaise = 1000_00, waitingPaise = 0) => ({
  ...{ reference, company: 'Narmada Steel', outstandingPaise, waitingPaise, version: 1 },
});
let lines = 0;
const line = (changes: Partial<Proposal> = {}): Proposal => {
  lines += 1;
  return {
    ...{ line: lines, date: '2026-04-01', amountPaise: 1000_00, text: '', bankReference: `UTR${lines}`, account: null },
    ...{ counterLine: null, mode: 'NEFT', payer: 'Narmada Steel', payerBank: '', state: 'new', by: 'reference' },
    adoptions: [adoption(`SA-${lines}`)],
    ...changes,
  };
};

test.each([
  ['exactly what is missing', {}, true],
  ['two adoptions that miss it together', { adoptions: [adoption('A', 400_00), adoption('B', 600_00)] }, true],
  ['what is missing without a receipt that waits', { adoptions: [adoption('C', 1500_00, 500_00)] }, true],
  ['another amount', { amountPaise: 999_00 }, false],
  ['what was missing before a receipt that waits', { adoptions: [adoption('D', 1000_00, 1000_00)] }, false],
  ['none proposed', { adoptions: [], by: null }, false],
  ['several with the same order number', { by: 'orders' }, false],
  ['recorded already', { state: 'recorded' }, false],
  ['without a reference of the bank', { bankReference: null }, false],
  ['without a mode', { mode: null }, false],
  ['a cheque without its bank', { mode: 'cheque' }, false],
  ['a cheque with its bank', { mode: 'cheque', payerBank: 'SBI' }, true],
] as const)('%s', (_name, changes, agrees) => {
  const one = line(changes as Partial<Proposal>);
  expect(agreeingLines([one, line()]).includes(one)).toBe(agrees);
});

test('two lines for one adoption, or with one reference of the bank, are left to a person', () => {
  const [one, other] = [line({ adoptions: [adoption('E')] }), line({ adoptions: [adoption('E')] })];
  expect(agreeingLines([one, other])).toEqual([]);
  const [first, second] = [line({ bankReference: 'SAME' }), line({ bankReference: 'SAME' })];
  expect(agreeingLines([first, second])).toEqual([]);
});
