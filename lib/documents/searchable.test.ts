import { expect, test } from 'vitest';
import { EXAMPLE_SPONSOR } from '@/lib/api/field-descriptions';
import { pdfPages } from '@/testing/db/pdf';
import { renderSummary } from './render';

Object.assign(process.env, {
  DATABASE_URL: 'postgres://nobody@localhost/none',
  APP_SECRET: 'a-secret-of-this-test-with-32-characters',
  APP_URL: 'https://adopt.example',
  MESSAGE_TRANSPORT: 'outbox',
});

const PRINTED = 'संदर्भ दिनांक प्रायोजक पाठ्यक्रम संस्थान प्रति मूल्य राशि कुल भुगतान अपनाई सारांश'.split(' ');
const TYPED = 'मेसर्स ऊर्जा विद्युत् क्षेत्रीय शक्ति கோவை ತಂತ್ರಜ್ಞಾನ ಕೈಗಾರಿಕೆ'.split(' ');

/** Readers of PDFs guess spaces from distances, so spaces are not compared. */
const characters = (text: string) => text.replace(/\s/g, '').normalize('NFC');

test('words in Hindi, Tamil and Kannada can be searched, copied and read aloud', async () => {
  const line = { courseName: 'ITI', branch: 'Fitter', institute: '', city: 'Indore', seats: 2, pricePaise: 1_000_00 };
  const summary = {
    reference: 'SA-7K2M-Q4XT-90BD',
    date: new Date('2026-11-21T09:00:00Z'),
    sponsor: { ...EXAMPLE_SPONSOR, company: TYPED.join(' ') },
    lines: [line],
    confirmedBy: null,
    paid: null,
  };
  const text = characters((await pdfPages((await renderSummary(summary, 'hi', 'test'))!)).join());
  expect([...PRINTED, ...TYPED].filter((word) => !text.includes(word))).toEqual([]);
});
