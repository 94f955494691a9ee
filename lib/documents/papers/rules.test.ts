import { expect, test } from 'vitest';
import { gstinWarning } from './rules';

test.each([
  ['27AAPFU0939F1ZV', '', null],
  ['29AAGCB7383J1Z4', 'AAGCB7383J', null],
  ['29 aagcb7383j 1z4', 'aagcb7383j', null],
  ['', 'AAGCB7383J', null],
  ['22AAAAA0000A1Z5', '', 'check_digit'],
  ['22AAAAA0000A1ZC', '', null],
  ['27AAPFU0939F1ZV', 'AAGCB7383J', 'pan'],
  ['27AAPFU0939F1Z', '', 'shape'],
  ['39AAPFU0939F1ZV', '', 'shape'],
])('GSTIN %s with PAN %s: %s', (gstin, pan, warning) => expect(gstinWarning(gstin, pan)).toBe(warning));
