import { expect, test } from 'vitest';
import type { Locale } from '@/lib/platform/i18n/locale';
import { newsTexts } from './news-template';
import type { NewsLine } from './schema';

Object.assign(process.env, {
  DATABASE_URL: 'postgres://nobody@localhost/none',
  APP_SECRET: 'a-secret-of-this-test-with-32-characters',
  APP_URL: 'https://adopt.example',
  MESSAGE_TRANSPORT: 'outbox',
});

const exactly = (count: number, of: number) => ({ says: 'exactly' as const, count, of, lines: 1 });
const line = (changes: Partial<NewsLine> = {}): NewsLine => ({
  ...{ courseType: 'B.Tech', branch: 'Civil Engineering', branchHindi: null, session: '2026-27' },
  ...{ institute: 'Government College', instituteHindi: null, city: 'Indore' },
  ...{
    state: 'reported',
    seats: 20,
    enrolled: exactly(20, 20),
    attending: exactly(14, 20),
    result: null,
    placed: null,
  },
  reports: [],
  ...changes,
});
const stated = (is: 'stated' | 'corrected', kind: 'term_1' | 'result' = 'term_1') => ({
  ...{ kind, is, stated: { at: '2027-01-12T06:00:00Z', state: 'stated' as const } },
});
const late = { kind: 'term_1' as const, is: 'late' as const, late: { dueOn: '2027-01-15', remindedOn: '2027-01-16' } };
const elsewhere = { institute: 'ITI Sagar', city: 'Sagar' };
const told = (lines: NewsLine[], locale: Locale = 'en', adoptions = 1) => {
  const news = Array.from({ length: adoptions }, (_, at) => ({
    ...{ billing: `b${at}`, reference: `SA-${at}`, lines, isRegistered: true, isUnproven: false },
  }));
  const { subject, paragraphs } = newsTexts({ detail: { day: '2027-01-22' }, news }, locale, 'seats@adopt.example');
  const text = paragraphs.map((part) => (typeof part === 'string' ? part : part.link)).join('\n\n');
  return { subject, text };
};

test.each([
  [[line({ reports: [stated('stated')] })], 'Government College, Indore: Report on the first term'],
  [[line({ reports: [stated('stated'), stated('stated', 'result')] })], 'Government College, Indore: reports'],
  [[line({ reports: [stated('corrected')] })], 'Government College, Indore: Report on the first term, corrected'],
  [[line({ reports: [late] })], 'Government College, Indore: Report on the first term is late'],
  [[line({ before: line() })], 'Government College, Indore: students came or left'],
  [
    [
      line({ reports: [stated('stated')] }),
      line({ ...elsewhere, reports: [stated('stated')] }),
      line({ institute: 'Third', reports: [late] }),
    ],
    '2 institutes reported; Third, Indore: Report on the first term is late',
  ],
])('the subject says the news (%#)', (lines, subject) => {
  expect(told(lines).subject).toBe(subject);
});

test('what came stands before what is late, with the numbers, those before, and where to look', () => {
  const { text } = told([
    line({ ...elsewhere, reports: [late], state: 'outside', enrolled: null, attending: null }),
    line({ reports: [stated('corrected')], before: { ...line(), enrolled: exactly(15, 20) } }),
  ]);
  expect(text).toContain('News of the institutes');
  expect(text).toContain(
    'Government College, Indore\nB.Tech · Civil Engineering · 2026-27 · SA-0: 20 of 20 seats have a student. 14 of 20 attend. Before: 15 of 20 seats have a student. Report on the first term: stated on 12 January 2027 (corrected).',
  );
  expect(text).toContain(
    'SA-0: Report on the first term: late, it was due on 15 January 2027. The institute was reminded on 16 January 2027.',
  );
  expect(text.indexOf('Government College')).toBeLessThan(text.indexOf('ITI Sagar'));
  expect(text).toContain('https://adopt.example/dashboard/adoptions/b0');
  expect(told([line({ reports: [late] })], 'en', 3).text).toMatch(/https:\/\/adopt\.example\/dashboard\n/);
});

test('late reports alone are not called news of what institutes state', () => {
  const { text } = told([line({ reports: [late] })]);
  expect(text).toContain('have not come');
  expect(text).not.toMatch(/state about|News of the institutes|have a student/);
});

test('in Hindi it is told in Hindi', () => {
  const { subject, text } = told(
    [line({ reports: [stated('stated')] }), line({ ...elsewhere, reports: [late] })],
    'hi',
  );
  expect(subject).toContain('पहले सत्रार्ध की रिपोर्ट');
  expect(text).toContain('20 में से 14 उपस्थित हैं।');
  expect(text.replace(/B\.Tech|Government College|ITI Sagar|SA-0|https\S+|seats@\S+/g, '')).not.toMatch(
    /\b(?:your|seats?|late|report|the)\b/i,
  );
});
