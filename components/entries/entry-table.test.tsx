import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import type { ShownEntry } from '@/lib/entries/schema';
import { areaMessages } from '@/lib/platform/i18n/server';
import { EntryTable } from './entry-table';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));

const entry: ShownEntry = {
  id: '00000000-0000-4000-8000-000000000001',
  state: 'waiting',
  version: 2,
  sponsor: {
    fullName: 'Radhika Deshmukh',
    designation: '',
    email: 'radhika@narmada.example',
    phone: '9826012345',
    company: 'Narmada Motors',
    industry: '',
  },
  locale: 'hi',
  paperReference: 'Letter 14',
  note: '',
  details: {},
  scanId: null,
  lines: [
    {
      id: '00000000-0000-4000-8000-000000000003',
      course: 'ITI, Fitter, Rewa',
      session: '2026-27',
      studyYear: 1,
      seats: 12,
      pricePaise: 10_000_00,
      nowPaise: 10_000_00,
    },
  ],
  totalPaise: 1_20_000_00,
  keptUntil: new Date('2026-12-03T06:30:00Z'),
  isOver: false,
  enteredBy: 'usha',
  enteredAt: new Date('2026-11-26T06:30:00Z'),
  decidedBy: '',
  decidedAt: null,
  answer: '',
  reference: null,
  needsOther: false,
};

function shown(changes: Partial<ShownEntry> = {}, canEdit = true): { text: string; html: string } {
  const html = renderToStaticMarkup(
    <TextProvider locale="en" messages={{ ...areaMessages('en', 'admin'), ...areaMessages('en', 'adminEntries') }}>
      <EntryTable labelledBy="entries" entries={[{ ...entry, ...changes }]} canEdit={canEdit} />
    </TextProvider>,
  );
  return { html, text: html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') };
}

test('the second administrator sees everything that the paper says, until when the seats are kept, and three actions', () => {
  const { text, html } = shown();
  for (const part of ['Letter 14', 'Radhika Deshmukh', 'radhika@narmada.example', '9826012345', 'Hindi'])
    expect(text).toContain(part);
  expect(text).toContain('12 × ITI, Fitter, Rewa, 2026-27, year 1, ₹10,000.00 each');
  expect(text).toContain('12 seats, ₹1,20,000.00 per year');
  expect(text).toMatch(/Entered by usha, .* The seats are kept until .*2026/);
  expect(text.match(/Confirm|Refuse|Correct/g)).toEqual(['Confirm', 'Refuse', 'Correct']);
  expect(html).not.toContain('aria-disabled="true"');
  expect(shown({}, false).text).not.toContain('Confirm');
});

test('who entered it cannot confirm it, and reads why', () => {
  const { text, html } = shown({ needsOther: true });
  expect(text).toContain('You entered it. Another administrator has to confirm it.');
  expect(html).toMatch(new RegExp(`aria-disabled="true" aria-describedby="own-${entry.id}"`));
});

test('a changed price and kept seats whose time is over are said; a decided entry has its adoption and no actions', () => {
  const lines = [{ ...entry.lines[0]!, nowPaise: 11_000_00 }];
  expect(shown({ lines }).text).toContain('(now ₹11,000.00)');
  expect(shown({ isOver: true }).text).toContain('They are free now; confirming takes them if nobody else did.');
  const decided = {
    decidedBy: 'ravi',
    decidedAt: new Date('2026-11-27T06:30:00Z'),
    answer: 'Compared',
    keptUntil: null,
  };
  const { text } = shown({ ...decided, state: 'confirmed', reference: 'SA-7K2M-Q4XT-90BD' });
  expect(text).toMatch(/SA-7K2M-Q4XT-90BD.*Confirmed by ravi, .*: Compared/);
  expect(text).not.toContain('Refuse');
});
