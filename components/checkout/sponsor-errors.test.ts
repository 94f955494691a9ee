import { describe, expect, test } from 'vitest';
import { EMPTY_SPONSOR, sponsorSchema, type Sponsor } from '@/lib/adoption/core/schema';
import { EXAMPLE_SPONSOR } from '@/lib/api/field-descriptions';
import { errorText } from '@/lib/platform/i18n/errors';
import { sponsorErrors } from './sponsor-errors';

const FILLED: Sponsor = {
  ...EXAMPLE_SPONSOR,
  fullName: 'Radhika Deshmukh',
  designation: 'Head',
  email: 'radhika@narmada.example',
  phone: '98260-12345',
  company: 'Narmada Motors',
  industry: 'Automotive',
};

function messages(values: Sponsor) {
  const fields = new FormData();
  for (const [name, value] of Object.entries(values)) fields.set(name, value);
  const errors = Object.entries(sponsorErrors(fields));
  return Object.fromEntries(
    errors.map(([field, error]) => [field, typeof error === 'object' ? errorText(error.code, error.params) : error]),
  );
}

describe('messages of the sponsor form', () => {
  test('R-VAL-10 R-VAL-12 R-VAL-13 R-VAL-15 R-VAL-17 R-VAL-18 each empty field states what is missing', () => {
    expect(messages(EMPTY_SPONSOR)).toEqual({
      fullName: 'Name is required',
      designation: 'Designation is required',
      email: 'Email is required',
      phone: 'Phone number is required',
      company: 'Company name is required',
      industry: 'Industry is required',
    });
  });

  test('R-VAL-11 R-VAL-14 R-VAL-16 each malformed field states why', () => {
    expect(messages({ ...FILLED, fullName: 'ab', email: 'a@b', phone: '98260 1234' })).toEqual({
      fullName: 'Name must be at least 3 characters',
      email: 'Invalid email address',
      phone: 'Invalid phone number (10 digits required)',
    });
    expect(messages({ ...FILLED, fullName: 'abc' })).toEqual({});
  });

  test('a text that is too long states the limit', () => {
    expect(messages({ ...FILLED, company: 'x'.repeat(161) })).toEqual({
      company: 'Please use at most 160 characters',
    });
  });

  test('R-VAL-16 a valid form is sent as the server normalises it', () => {
    expect(messages(FILLED)).toEqual({});
    expect(sponsorSchema.parse(FILLED)).toEqual({ ...FILLED, phone: '9826012345' });
  });
});
