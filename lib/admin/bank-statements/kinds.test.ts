import { expect, test } from 'vitest';
import { kindOf } from './kinds';

test.each([
  ['NEFT-RET-N306260195491234', 'returned'],
  ['RTN:NEFT', 'returned'],
  ['O/W CHQ RETURN', 'returned'],
  ['CREDIT REVERSAL', 'returned'],
  ['TXN FAILED AND REVERSED 630712345678', 'returned'],
  ['MMT/630712345678/RVSL', 'returned'],
  ['CHQ RETURN CHARGES', null],
  ['REVERSAL OF CHARGES', null],
  ['INT.PD:01-07-2026', 'interest'],
  ['INTERNATIONAL PAPER CO', null],
])('H6 the line %s is %s', (text, kind) => expect(kindOf(text)).toBe(kind));
