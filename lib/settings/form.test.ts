import { expect, test } from 'vitest';
import { readSettingsForm } from './form';

const form = (entries: [string, string][]) => {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
};

test('terms: an empty term is none, reminders are a list', () => {
  const given = form([
    ['pledgeDays', ''],
    ['transferDays', ' 10 '],
    ['confirmDays', '5'],
    ['maxInstalments', '3'],
    ['waitingHours', '24'],
    ['waitingDays', '90'],
    ['renewalDays', '30'],
    ['yearEndFrom', '02-15'],
    ['yearEndDays', '0'],
    ['scheduleItem', '(ii)'],
    ['donationSection', 'Section 80G'],
    ['donationUrn', ' AABTM1234KF20214 '],
    ['donationUrnDate', '2026-04-01'],
    ['donationType', 'Others'],
    ['reminderDays', '14, 7 1,'],
  ]);
  const days = { pledgeDays: null, transferDays: 10, confirmDays: 5, reminderDays: [14, 7, 1] };
  const value = {
    ...days,
    maxInstalments: 3,
    waitingHours: 24,
    waitingDays: 90,
    renewalDays: 30,
    yearEndFrom: '02-15',
    yearEndDays: 0,
    scheduleItem: '(ii)',
    donationSection: 'Section 80G',
    donationUrn: 'AABTM1234KF20214',
    donationUrnDate: '2026-04-01',
    donationType: 'Others',
  };
  expect(readSettingsForm('terms', given)).toEqual({ ok: true, value });
});

test.each([
  ['terms', [['transferDays', '0']], 'transferDays'],
  ['terms', [['transferDays', '7.5']], 'transferDays'],
  ['terms', [['reminderDays', '7 soon']], 'reminderDays'],
  ['body', [['pan', 'AABTM12345']], 'pan'],
  // The same rule as for the PAN of a company: the fourth letter is a kind of holder.
  ['body', [['pan', 'AABDM1234K']], 'pan'],
  ['body', [['ifsc', 'SBIN1001308']], 'ifsc'],
  ['body', [['accountNumber', '12345']], 'accountNumber'],
  ['numbering', [['proforma', 'P-I']], 'proforma'],
  ['offer', [['covers.hi', 'अ'.repeat(501)]], 'covers.hi'],
] as const)('%s: %s is refused', (group, entries, field) => {
  const read = readSettingsForm(group, form(entries as unknown as [string, string][]));
  expect(read.ok ? [] : read.invalid).toContain(field);
});

test('registrations: rows without name and number are left out; letters of the PAN become capitals', () => {
  const given = form([
    ['legalName', 'Shiksha Nyas'],
    ['pan', ' aabtm 1234 k '],
    ['registration.name', '80G approval'],
    ['registration.number', 'AABTM1'],
    ['registration.validUntil', '2031-03-31'],
    ['registration.name', ''],
    ['registration.number', ''],
    ['registration.validUntil', ''],
  ]);
  expect(readSettingsForm('body', given)).toMatchObject({
    value: {
      legalName: 'Shiksha Nyas',
      pan: 'AABTM1234K',
      registrations: [{ name: '80G approval', number: 'AABTM1', validUntil: '2031-03-31' }],
    },
  });
});
