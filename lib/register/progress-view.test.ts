import { expect, test } from 'vitest';
import type { NamedProgress } from './progress-queries';
import { byInstitute, studentSteps } from './progress-view';

const at = (day: string) => new Date(`${day}T10:00:00+05:30`);
const line = (institute: string, changes: Partial<NamedProgress> = {}): NamedProgress => ({
  ...{
    billingId: 'b',
    reference: 'SA-1',
    courseId: `c ${institute}`,
    courseType: 'ITI',
    branch: 'Welder',
    branchHindi: null,
  },
  ...{ institute, instituteHindi: null, city: 'Rewa', session: '2026-27', seats: 10, state: 'reported' },
  ...{
    enrolled: null,
    attending: null,
    result: null,
    placed: null,
    enteredAt: null,
    stated: [],
    late: null,
    composition: null,
  },
  ...changes,
});
const stated = (kind: 'enrolment' | 'result', day: string) => ({
  ...{ id: kind, version: 1, kind, statedAt: at(day), state: 'stated' as const },
});
const late = (dueOn: string) => ({ kind: 'result' as const, dueOn, remindedOn: null });

test('institutes with news or a late report come first, the newest before; those of which nothing is known are left out', () => {
  const lines = [
    line('Entered'),
    line('Outside', { state: 'outside' }),
    line('Old', { stated: [stated('enrolment', '2026-10-01')] }),
    line('Late', { late: late('2027-08-30') }),
    line('New', { stated: [stated('enrolment', '2026-10-02'), stated('result', '2027-09-02')] }),
    line('Late', { courseId: 'other', late: late('2027-07-30'), stated: [stated('enrolment', '2026-11-01')] }),
    line('Due but late', { state: 'due', late: late('2027-01-01') }),
  ];
  const institutes = byInstitute(lines);
  expect(institutes.map(({ lines: [first] }) => first.institute)).toEqual([
    ...['New', 'Late', 'Due but late', 'Old', 'Entered'],
  ]);
  expect(institutes[1]).toMatchObject({ late: late('2027-07-30'), statedAt: at('2026-11-01') });
  expect(institutes[1]!.lines).toHaveLength(2);
});

test('the steps of students: what several institutes did on a day is one', () => {
  const lines = [
    line('A', { enteredAt: at('2026-08-01'), stated: [stated('result', '2027-08-01')] }),
    line('B', { enteredAt: at('2026-08-01') }),
    line('B', { courseId: 'other', enteredAt: at('2026-08-01'), late: late('2027-08-30') }),
    line('C', { enteredAt: at('2026-08-02') }),
  ];
  expect(
    studentSteps(lines).map(({ kind, report, institutes }) => [
      kind,
      report,
      institutes.map(({ institute }) => institute),
    ]),
  ).toEqual([
    ['entered', null, ['A', 'B']],
    ['stated', 'result', ['A']],
    ['late', 'result', ['B']],
    ['entered', null, ['C']],
  ]);
});
