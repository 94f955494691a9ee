import { expect, test } from 'vitest';
import { changedCompany, cinWarning, companyBody, companyChanges, gstinWarning, NO_COMPANY } from './rules';

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

const COMPANY = { kind: 'company', pan: '' } as const;
test.each([
  ['L17110MH1973PLC019786', COMPANY, null],
  [' l17110 mh1973plc019786', { kind: '', pan: 'AAACR5055K' }, null],
  ['', COMPANY, null],
  ['U72200MP2026PTC000001', COMPANY, null],
  ['U72200MP2027PTC000001', COMPANY, 'year'],
  ['U72200MP1849PTC000001', COMPANY, 'year'],
  ['U72200MP2010XYZ000001', COMPANY, 'class'],
  ['X72200MP2010PTC000001', COMPANY, 'shape'],
  ['U72200MP2010PTC00001', COMPANY, 'shape'],
  ['AAA-1234', COMPANY, 'shape'],
  ['U72200MP2010PTC000001', { kind: 'llp', pan: '' }, 'kind'],
  ['U72200MP2010PTC000001', { kind: 'other', pan: '' }, 'kind'],
  ['AAA-1234', { kind: 'other', pan: '' }, 'kind'],
  ['AAA-1234', { kind: 'llp', pan: 'AAAFB1234C' }, null],
  ['aaa1234', { kind: '', pan: '' }, null],
  ['AAA-1234', { kind: 'llp', pan: 'ABCPN1234K' }, 'pan'],
  ['AAA-12345', { kind: 'llp', pan: '' }, 'llpin'],
  ['U72200MP2010PTC000001', { kind: 'company', pan: 'ABCPN1234K' }, 'pan'],
  ['U72200MP2010PTC000001', { kind: '', pan: 'aaafb1234c' }, 'pan'],
] as const)('CIN %s of %o: %s', (cin, company, warning) => expect(cinWarning(cin, company, 2026)).toBe(warning));

test('a client that does not know the fields added since keeps them, and empties what it leaves out of the others', () => {
  const stored = {
    ...NO_COMPANY,
    legal_name: 'Former',
    pan: 'AAACN1234P',
    cin: 'AAA-1234',
    plants: ['Dewas'],
    version: 4,
  };
  const { version: _, ...company } = stored;
  expect(changedCompany(stored, { legal_name: 'Present' })).toEqual({ ...company, legal_name: 'Present', pan: '' });
  expect(changedCompany(stored, { cin: '', plants: [] })).toMatchObject({ cin: '', plants: [], legal_name: '' });
});

test('the fields of a form are its body, with plants by commas, and what differs is named', () => {
  const fields: Record<string, string> = { legal_name: ' Works Limited ', plants: 'Dewas,, Pithampur ;Indore' };
  const body = companyBody((name) => fields[name] ?? '');
  const { version: _, ...empty } = NO_COMPANY;
  expect(body).toEqual({ ...empty, legal_name: 'Works Limited', plants: ['Dewas', 'Pithampur', 'Indore'] });
  expect(companyChanges(NO_COMPANY, changedCompany(NO_COMPANY, body))).toEqual(['legal_name', 'plants']);
});
