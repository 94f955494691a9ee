import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import type { Completed } from '@/lib/checkout/completed-storage';
import { EXAMPLE_SPONSOR } from '@/lib/api/field-descriptions';
import { CATALOGUES } from '@/lib/platform/i18n/catalogues';
import type { Locale } from '@/lib/platform/i18n/locale';
import { WhatNext } from './what-next';

const line = {
  id: 'c1',
  selectedSeats: 2,
  pricePaise: 1_25_000_00,
  branch: '',
  courseName: 'ITI',
  city: '',
  institute: '',
};
const completed: Completed = {
  billing_id: 'b1',
  reference: 'SA-7K2M-Q4XT-90BD',
  receipt_token: 't',
  // The term ends with 25 December in India.
  due_at: '2026-12-25T18:30:00.000Z',
  adoption_page: '/adoptions/SA-7K2M-Q4XT-90BD',
  userData: EXAMPLE_SPONSOR,
  selectedCourses: { c1: line },
};
const textOf = (changes: Partial<Completed> = {}, { locale = 'en' as Locale, hasAccount = true } = {}) =>
  renderToStaticMarkup(
    <TextProvider locale={locale} messages={CATALOGUES[locale]}>
      <WhatNext completed={{ ...completed, ...changes }} hasAccount={hasAccount} />
    </TextProvider>,
  ).replace(/<(?!a )[^>]*>/g, '');

test('the thanks say amount, last day, way to pay, reference and e-mail, and lead to the page of the adoption', () => {
  const text = textOf();
  for (const words of [
    '₹2,50,000.00 is due by 25 December 2026.',
    'The bank account stands in the e-mail',
    'Reference SA-7K2M-Q4XT-90BD',
    `We sent an e-mail with all this to ${EXAMPLE_SPONSOR.email}.`,
    'href="/adoptions/SA-7K2M-Q4XT-90BD"',
  ])
    expect(text, words).toContain(words);
  expect(textOf({ adoption_page: '/dashboard/adoptions/b1' })).toContain('href="/dashboard/adoptions/b1"');
});

test('a pledge without a term has no last day, and without an account nothing is to be transferred yet', () => {
  const text = textOf({ due_at: null }, { hasAccount: false });
  expect(text).toContain('₹2,50,000.00 is due. There is no last day.');
  expect(text).toContain('Please transfer nothing before.');
  expect(text).not.toContain('The bank account stands');
});

test('the thanks in Hindi', () => {
  const text = textOf({}, { locale: 'hi' });
  expect(text).toContain('25 दिसंबर 2026 तक ₹2,50,000.00 का भुगतान करना है।');
  expect(text).toContain(EXAMPLE_SPONSOR.email);
});
