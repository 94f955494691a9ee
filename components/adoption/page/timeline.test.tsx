import { expect, test } from 'vitest';
import type { AdoptionDetail, TimelineEntry } from '@/lib/adoption/read/detail-rules';
import type { NamedProgress } from '@/lib/register/progress-queries';
import { markupOf } from '@/testing/components/markup';
import { Timeline } from './timeline';

const at = (day: string) => new Date(`${day}T10:00:00+05:30`);
const event = (name: TimelineEntry['event'], day: string, amountPaise: number | null = null): TimelineEntry => ({
  ...{
    event: name,
    at: at(day),
    person: null,
    amountPaise,
    tdsPaise: 0,
    dueAt: null,
    seats: null,
    session: null,
    moved: null,
  },
});
const line = (institute: string): NamedProgress => ({
  ...{ billingId: 'b', reference: 'SA-1', courseId: institute, courseType: 'ITI', branch: 'Welder', branchHindi: null },
  ...{ institute, instituteHindi: null, city: 'Rewa', session: '2025-26', seats: 10, state: 'reported' },
  ...{ enrolled: null, attending: null, result: null, placed: null, enteredAt: at('2025-09-01') },
  stated: [{ id: 'r', version: 1, kind: 'result', statedAt: at('2026-08-01'), state: 'stated' }],
  late: null,
  composition: null,
});
const adoption: Pick<AdoptionDetail, 'timeline' | 'instalments' | 'continuedBy'> = {
  timeline: [
    event('verified', '2025-07-01'),
    event('receipt_confirmed', '2025-10-01', 1_000_00),
    event('renewal_ended', '2026-09-03'),
  ],
  instalments: [
    { on: '2025-10-01', paise: 1_000_00, missingPaise: 0 },
    ...[1, 2, 3].map((month) => ({ on: `2999-0${month}-01`, paise: 1_000_00, missingPaise: 1_000_00 })),
  ],
  continuedBy: [{ id: 'n', reference: 'SA-NEXT', session: '2026-27', at: at('2026-09-02') }],
};
const shown = async (lines: NamedProgress[], count = 99) =>
  (await markupOf(<Timeline adoption={adoption} lines={lines} shown={count} />))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

test('Y6 money, students and renewals are one line of time in the order of days, with the parts to come', async () => {
  const text = await shown([line('A'), line('B'), line('C')]);
  expect(text).toMatch(
    new RegExp(
      [
        '1 July 2025 The code was entered',
        '1 September 2025 Students entered: A, Rewa; B, Rewa and 1 more institute',
        '1 October 2025 ₹1,000.00 arrived by bank',
        '1 August 2026 Report on results stated: A, Rewa; B, Rewa and 1 more institute',
        '2 September 2026 Renewed for 2026-27: SA-NEXT',
        '3 September 2026 .*given back',
        '1 January 2999 Part 2: ₹1,000.00 to be paid',
        '2 later steps',
      ].join('.*'),
    ),
  );
});

test('the earlier steps are folded', async () => {
  const text = await shown([line('A')], 2);
  expect(text).toMatch(/^ 4 earlier steps .*Renewed for/);
});
