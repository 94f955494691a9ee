import { expect, test, vi } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import { areaTexts } from '@/lib/platform/i18n/server';
import type { NamedProgress } from '@/lib/register/progress-queries';
import { markupOf } from '@/testing/components/markup';
import { OwnProgress } from './own-progress';
import { Progress } from './progress';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: vi.fn() }) }));

const line = (seats: number, enrolled: number | null, changes: Partial<NamedProgress> = {}): NamedProgress => ({
  ...{ billingId: 'b1', reference: 'SA-1', courseType: 'B.Tech', branch: 'Civil', branchHindi: null },
  ...{ institute: 'Government College', instituteHindi: null, city: 'Indore', session: '2026-27' },
  ...{
    courseId: 'c1',
    seats,
    enrolled,
    begun: true,
    attending: null,
    result: null,
    placed: null,
    stated: [],
    late: null,
  },
  ...changes,
});
const textOf = (markup: string) => markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const page = (lines: NamedProgress[], mayAct = true) =>
  markupOf(
    <TextProvider locale="en" {...areaTexts('en', 'dashboard')}>
      <Progress billingId="b1" progress={{ lines, mails: true }} mayAct={mayAct} isPaid bearer={null} />
    </TextProvider>,
  );

test('one course is drawn, with what can be downloaded and switched off', async () => {
  const markup = await page([line(20, 18)]);
  expect(textOf(markup)).toContain('18 of 20 seats have a student.');
  expect(markup).toContain('<svg');
  for (const part of ['Numbers (CSV)', 'Switch off the e-mails', 'Has a student']) expect(markup).toContain(part);
  // Folded: a phone shows the numbers first.
  expect(markup.indexOf('<details')).toBeLessThan(markup.indexOf('Numbers (CSV)'));
  expect(await page([line(20, 18)], false)).not.toContain('Switch off');
});

test('a hidden number is neither drawn nor in the sum', async () => {
  const markup = await page([line(20, 18), line(10, null)]);
  expect(textOf(markup)).toContain('At least 18 of 30 seats have a student.');
  expect(textOf(markup)).toContain('Fewer than 5 of 10 seats have a student.');
  const hidden = await page([line(10, null), line(3, null)]);
  expect(textOf(hidden)).toContain('Fewer than 5 students in each course of 13 seats.');
  expect(hidden).not.toContain('class="seats');
});

test('an institute that entered nobody yet', async () => {
  expect(textOf(await page([line(20, 0, { begun: false })]))).toContain('The institute has not entered students');
});

test('the dashboard shows all adoptions together and each one', async () => {
  const lines = [
    line(20, 18),
    line(10, null),
    line(7, 7, { billingId: 'b2', reference: 'SA-2' }),
    ...[3, 4].map((id) => line(6, 6, { billingId: `b${id}`, reference: `SA-${id}` })),
  ];
  const text = textOf(await markupOf(<OwnProgress lines={lines} />));
  expect(text).toContain('At least 37 of 49 seats have a student.');
  expect(text).toMatch(/SA-1 .*At least 18 of 30 seats.* SA-2 .*7 of 7 seats.* 1 earlier adoption .*SA-4/);
  expect(await markupOf(<OwnProgress lines={[]} />)).toBe('');
});
