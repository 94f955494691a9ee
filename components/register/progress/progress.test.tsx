import { expect, test, vi } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import { areaTexts } from '@/lib/platform/i18n/server';
import { publish, type LineCounts } from '@/lib/published/progress';
import type { NamedProgress } from '@/lib/register/progress-queries';
import { markupOf } from '@/testing/components/markup';
import { OwnProgress } from './own-progress';
import { Progress } from './progress';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: vi.fn() }) }));

const line = (
  seats: number,
  enrolled: number,
  changes: Partial<Omit<NamedProgress, keyof LineCounts>> & Partial<LineCounts> = {},
): NamedProgress =>
  publish([
    {
      ...{ billingId: 'b1', reference: 'SA-1', courseType: 'B.Tech', branch: 'Civil', branchHindi: null },
      ...{ institute: 'Government College', instituteHindi: null, city: 'Indore', session: '2026-27' },
      ...{ courseId: 'c1', seats, enrolled, state: 'reported' as const, attending: null, result: null, placed: null },
      ...{ enteredAt: null, stated: [], late: null, composition: null },
      ...changes,
    },
  ])[0]!;
const textOf = (markup: string) => markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const page = (lines: NamedProgress[], { mayAct = true, certifiable = [] as string[] } = {}) =>
  markupOf(
    <TextProvider locale="en" {...areaTexts('en', 'dashboard')}>
      <Progress billingId="b1" progress={{ lines, mails: true, certifiable }} mayAct={mayAct} isPaid bearer={null} />
    </TextProvider>,
  );

test('one course is drawn, with what can be downloaded and switched off', async () => {
  const markup = await page([line(20, 15)]);
  expect(textOf(markup)).toContain('15 of 20 seats have a student.');
  expect(markup).toContain('<svg');
  for (const part of ['Numbers (CSV)', 'Switch off the e-mails', 'Has a student']) expect(markup).toContain(part);
  // Folded: a phone shows the numbers first.
  expect(markup.indexOf('<details')).toBeLessThan(markup.indexOf('Numbers (CSV)'));
  expect(await page([line(20, 15)], { mayAct: false })).not.toContain('Switch off');
});

test('a number in words is neither drawn nor in the sum, which names its seats', async () => {
  const markup = await page([line(20, 15), line(10, 9), line(10, 7), line(3, 2)]);
  const sum = '15 of 20 seats have a student. Nearly all of 20 seats have a student, in each of 2 courses.';
  expect(textOf(markup)).toContain(`${sum} Students are entered for 3 seats.`);
  expect(markup.split('class="seats').length).toBe(2);
  const hidden = await page([line(10, 9)]);
  expect(textOf(hidden)).toContain('Nearly all of 10 seats have a student.');
  expect(hidden).not.toContain('class="seats');
});

test('seats of which nothing is known are named apart, and are no part of a number', async () => {
  const counts = { attending: { count: 21, total: 21 } };
  const lines = [line(21, 21, counts), line(5, 0, { state: 'due' }), line(242, 0, { state: 'outside' })];
  const text = textOf(await page(lines));
  expect(text).toContain('21 of 21 seats have a student. 21 of 21 attend.');
  expect(text).toContain('For 5 seats the institute has not entered students yet.');
  expect(text).toContain('242 seats are at institutes that do not report yet.');
  expect(text).not.toMatch(/of (263|268)|0 of/);
  expect(textOf(await page([line(20, 0, { state: 'outside' })]))).toMatch(/^\s*20 seats are at institutes/);
});

test('the certificate of a session can be made where there is something new to certify, by those who may act', async () => {
  const lines = [line(20, 20), line(5, 5, { courseId: 'c2', institute: 'Other' })];
  const certifiable = ['2026-27', '2027-28'];
  const markup = textOf(await page(lines, { certifiable }));
  expect(markup.split('Make the certificate for 2026-27')).toHaveLength(2);
  expect(markup.split('Make the certificate for 2027-28')).toHaveLength(2);
  expect(await page(lines)).not.toContain('Make the certificate');
  expect(await page(lines, { certifiable, mayAct: false })).not.toContain('Make the certificate');
});

test('the dashboard shows all together and each institute with its adoptions, what is late or new first', async () => {
  const at = (day: string) => new Date(`${day}T10:00:00+05:30`);
  const stated = [
    { id: 'r1', version: 1, kind: 'term_1' as const, statedAt: at('2027-01-12'), state: 'stated' as const },
  ];
  const late = { kind: 'result' as const, dueOn: '2027-08-30', remindedOn: null };
  const lines = [
    ...[1, 2, 3].map((id) => line(6, 6, { institute: `Quiet ${id}` })),
    line(20, 15, { institute: 'Reported', stated }),
    line(7, 7, { institute: 'Late', late, billingId: 'b2', reference: 'SA-2' }),
    line(10, 9, { institute: 'Reported', billingId: 'b3', reference: 'SA-3' }),
    line(9, 0, { institute: 'Unknown', state: 'outside' }),
  ];
  const text = textOf(await markupOf(<OwnProgress lines={lines} />));
  expect(text).toContain(
    '40 of 45 seats have a student. Nearly all of 10 seats have a student. 9 seats are at institutes',
  );
  expect(text).toMatch(
    /Late, Indore Report on results due since 30 August 2027 .*7 of 7 seats.*SA-2.*Reported, Indore Reported on 12 January 2027 .*15 of 20 seats.*SA-1 SA-3.*Quiet 1.*2 more institutes .*Quiet 3/,
  );
  expect(text).not.toContain('Unknown');
  expect(await markupOf(<OwnProgress lines={[]} />)).toBe('');
});

test('the page of an adoption shows its institutes, what is late or new first', async () => {
  const late = { kind: 'result' as const, dueOn: '2027-08-30', remindedOn: null };
  const markup = await page([line(20, 15), line(5, 5, { institute: 'Late', late, courseId: 'c2' })]);
  expect(textOf(markup)).toMatch(
    /20 of 25 seats.*Late, Indore Report on results due since 30 August 2027.*Government College, Indore/,
  );
});
