import { describe, expect, test } from 'vitest';
import { EMPTY_SPONSOR, type Sponsor } from '@/lib/adoption/schema';
import { EXAMPLE_SPONSOR } from '@/lib/contract/field-descriptions';
import { sponsorResolver } from './sponsor-resolver';

const FILLED: Sponsor = {
  ...EXAMPLE_SPONSOR,
  fullName: 'Radhika Deshmukh',
  designation: 'Head',
  email: 'radhika@narmada.example',
  phone: '98260-12345',
  company: 'Narmada Motors',
  industry: 'Automotive',
};

async function messages(values: Sponsor) {
  const { errors } = await sponsorResolver(values, undefined, { fields: {}, shouldUseNativeValidation: false });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error.message]));
}

describe('messages of the sponsor form', () => {
  test('R-VAL-10 R-VAL-12 R-VAL-13 R-VAL-15 R-VAL-17 R-VAL-18 each empty field states what is missing', async () => {
    expect(await messages(EMPTY_SPONSOR)).toEqual({
      fullName: 'Name is required',
      designation: 'Designation is required',
      email: 'Email is required',
      phone: 'Phone number is required',
      company: 'Company name is required',
      industry: 'Industry is required',
    });
  });

  test('R-VAL-11 R-VAL-14 R-VAL-16 each malformed field states why', async () => {
    expect(await messages({ ...FILLED, fullName: 'ab', email: 'a@b', phone: '98260 1234' })).toEqual({
      fullName: 'Name must be at least 3 characters',
      email: 'Invalid email address',
      phone: 'Invalid phone number (10 digits required)',
    });
    expect(await messages({ ...FILLED, fullName: 'abc' })).toEqual({});
  });

  test('a text that is too long states the limit', async () => {
    expect(await messages({ ...FILLED, company: 'x'.repeat(161) })).toEqual({
      company: 'Please use at most 160 characters',
    });
  });

  test('R-VAL-16 a valid form is normalised as on the server', async () => {
    expect(await sponsorResolver(FILLED, undefined, { fields: {}, shouldUseNativeValidation: false })).toEqual({
      values: { ...FILLED, phone: '9826012345' },
      errors: {},
    });
  });
});
