import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import { TextProvider } from '@/components/platform/i18n/text-provider';
import { NO_COMPANY } from '@/lib/company/rules';
import type { AdminAdoption, AdoptionReceipt } from '@/lib/admin/adoptions/queries';
import { NO_ACCOUNTS } from '@/lib/payees/schema';
import { areaMessages } from '@/lib/platform/i18n/server';
import { ActionFields } from './action-fields';
import { Adoption } from './adoption';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));

const ME = '00000000-0000-4000-8000-000000000001';
const COURSE = '00000000-0000-4000-8000-000000000003';
const AT = Date.parse('2026-11-20T06:30:00Z');

const receipt: AdoptionReceipt = {
  id: '00000000-0000-4000-8000-000000000004',
  mode: 'demand_draft',
  creditedOn: '2026-11-19',
  amountPaise: 90_000_00,
  creditPaise: 90_000_00,
  tdsPaise: 10_000_00,
  reference: 'DD123456',
  payer: 'NARMADA MOTORS',
  payerBank: 'SBI',
  remark: '',
  state: 'recorded',
  needsOther: false,
  recordedBy: 'usha',
  recordedMs: AT,
  confirmedBy: null,
  confirmedMs: null,
};
const adoption: AdminAdoption = {
  id: '00000000-0000-4000-8000-000000000005',
  isGuests: true,
  userId: '00000000-0000-4000-8000-000000000006',
  reference: 'SA-7K2M-Q4XT-90BD',
  channel: 'public',
  state: 'pledged',
  status: 'pending',
  version: 3,
  groupId: null,
  companyDetails: { ...NO_COMPANY, pan: 'AAACN1234P' },
  orderNumber: '',
  consent: null,
  sponsor: {
    fullName: 'Radhika Deshmukh',
    designation: 'HR',
    email: 'radhika@narmada.example',
    phone: '9826012345',
    company: 'Narmada Motors',
    industry: 'Automotive',
  },
  entry: null,
  verifiedChannel: 'email',
  verifiedMs: AT,
  createdMs: AT,
  dueMs: Date.parse('2999-12-31T18:30:00Z'),
  instalments: [],
  told: null,
  totalPaise: 2_50_000_00,
  receivedPaise: 0,
  withheldPaise: 0,
  refundedPaise: 0,
  outstandingPaise: 2_50_000_00,
  refundDuePaise: 0,
  hasEnded: false,
  refundablePaise: 0,
  wasPaid: false,
  lines: [
    {
      courseId: COURSE,
      courseType: 'ITI',
      branch: 'Fitter',
      institute: '',
      presentInstitute: null,
      city: 'Rewa',
      session: '2026-27',
      studyYear: 1,
      seats: 2,
      pricePaise: 1_25_000_00,
    },
  ],
  receipts: [receipt],
  refunds: [],
  requests: [],
  payments: [],
  onlineRefunds: [],
  events: [
    { id: 1, event: 'verified', toState: 'pledged', actor: 'guest', person: null, detail: null, atMs: AT },
    {
      id: 2,
      event: 'note',
      toState: 'pledged',
      actor: 'admin',
      person: null,
      detail: { by: 'usha', reason: 'Called the company' },
      atMs: AT,
    },
    {
      id: 3,
      event: 'moon_landing' as 'note',
      toState: 'pledged',
      actor: 'system',
      person: null,
      detail: null,
      atMs: AT,
    },
  ],
  codes: [],
  messages: [{ id: COURSE, kind: 'adopted', createdMs: AT, sentMs: null, isDead: true }],
  papers: [],
  isAlone: false,
};
const markup = (overrides: Partial<AdminAdoption> = {}, mayAct = true) =>
  renderToStaticMarkup(
    <TextProvider locale="en" messages={{ ...areaMessages('en', 'admin'), ...areaMessages('en', 'adminAdoptions') }}>
      <Adoption
        adoption={{ ...adoption, ...overrides }}
        conversation={{ messages: [], last: null }}
        accounts={NO_ACCOUNTS}
        mayAct={mayAct}
      />
    </TextProvider>,
  );
/** The attributes of the button with this accessible name or text. */
const button = (html: string, name: string) =>
  [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)].find(([, attributes, content]) =>
    `${attributes}>${content!.replace(/<[^>]*>/g, '')}`.includes(name),
  )?.[1];

test('shows sponsor, term, seats, balance, money, messages and the history with unknown events by their names', () => {
  const html = markup();
  for (const text of [
    'Narmada Motors',
    'Until 31 December 2999',
    'Fitter',
    'Other Institutes, Rewa',
    '₹2,50,000.00',
    'Demand draft',
    'DD123456',
    'usha, 20 Nov 2026, 12:00',
    'Could not be delivered',
    'Contact verified, seats adopted',
    'Called the company',
    'moon landing',
  ])
    expect(html, text).toContain(text);
});

describe('recording a receipt', () => {
  const base = {
    ...{
      reference: adoption.reference,
      version: 3,
      lines: [],
      courses: {},
      dueOn: null,
      company: NO_COMPANY,
      orderNumber: '',
      steps: [],
    },
    ...{
      sponsor: adoption.sponsor,
      outstandingPaise: 2_50_000_00,
      refundablePaise: 0,
      isGuests: true,
      needsApproval: false,
    },
  };
  /** The values of the fields by their names. */
  const valuesOf = (told: AdminAdoption['told']) => {
    const html = renderToStaticMarkup(
      <TextProvider locale="en" messages={{ ...areaMessages('en', 'admin'), ...areaMessages('en', 'adminAdoptions') }}>
        <ActionFields
          form="record_receipt"
          adoption={{ ...base, told }}
          field={(name) => ({ name, error: undefined })}
        />
      </TextProvider>,
    );
    const inputs = [...html.matchAll(/<input[^>]*>/g)].map(([input]) => [
      /name="([^"]*)"/.exec(input)?.[1],
      /value="([^"]*)"/.exec(input)?.[1] ?? '',
    ]);
    return Object.fromEntries(inputs) as Record<string, string>;
  };

  test('starts with what the sponsor told of the transfer', () => {
    const told = {
      utr: 'SBINR52026112500012345',
      amountPaise: 98_000_00,
      paidOn: '2026-11-19',
      tdsPaise: 2_000_00,
      payer: '',
    };
    expect(valuesOf(told)).toMatchObject({
      ...{ bank_reference: told.utr, credited_on: '2026-11-19', amount: '98000', tds_withheld: '2000' },
      payer: 'Narmada Motors',
    });
    expect(valuesOf({ ...told, amountPaise: null, payer: 'Tapti' })).toMatchObject({
      amount: '248000',
      payer: 'Tapti',
    });
    expect(valuesOf(null)).toMatchObject({ bank_reference: '', credited_on: '', amount: '250000', payer: '' });
  });
});

describe('a receipt that waits', () => {
  const name = 'Confirm: Demand draft DD123456: ₹90,000.00 and ₹10,000.00 tax withheld, from NARMADA MOTORS';

  test('is confirmed by another administrator than recorded it', () => {
    const html = markup();
    expect(button(html, name)).not.toContain('aria-disabled="true"');
    expect(html).not.toContain('You recorded this');
    const own = markup({ receipts: [{ ...receipt, needsOther: true }] });
    expect(button(own, name)).toContain('aria-disabled="true"');
    expect(own).toContain('You recorded this. Another administrator confirms it.');
  });

  test('is confirmed by the only administrator, and the page says so', () => {
    const alone = markup({ isAlone: true });
    expect(button(alone, name)).not.toContain('aria-disabled="true"');
    expect(alone).toContain('This installation has one administrator');
    expect(markup()).not.toContain('This installation has one administrator');
  });
});

test('requests for paid seats are approved by another administrator', () => {
  const request = {
    id: COURSE,
    kind: 'reduce' as const,
    lines: { [COURSE]: 1 },
    email: null,
    reason: 'Two students left',
    isOfSponsor: false,
    needsOther: true,
    requestedBy: 'asha',
    requestedMs: AT,
    state: 'open' as const,
    answer: null,
    decidedBy: null,
    decidedMs: null,
  };
  const html = markup({ requests: [request] });
  expect(html).toContain('Reduce the seats; ITI Fitter, Rewa: 1 seat');
  expect(button(html, 'Approve: Reduce')).toContain('aria-disabled="true"');
  expect(button(markup({ requests: [{ ...request, needsOther: false }] }), 'Approve: Reduce')).not.toContain(
    'aria-disabled="true"',
  );
});

test.each([
  [
    'pledged',
    ['Change the term', 'Reduce seats', 'Cancel the adoption', 'Record a receipt', 'Add a note'],
    ['Record a refund'],
  ],
  ['completed', ['Reduce seats', 'Cancel the adoption', 'Correct'], ['Change the term']],
  ['cancelled', ['Record a receipt', 'Add a note'], ['Reduce seats', 'Cancel the adoption', 'Change the term']],
  ['draft', [], ['Record a receipt', 'Add a note', 'Correct', 'Send papers again', 'Cancel the adoption']],
] as const)('offers for a %s adoption what its state allows', (state, offered, missing) => {
  const html = markup({ state, receipts: [] });
  for (const name of offered) expect(button(html, name), name).toBeDefined();
  for (const name of missing) expect(button(html, name), name).toBeUndefined();
});

describe('papers', () => {
  const confirmed = { ...receipt, state: 'confirmed' as const };
  const refund = {
    ...confirmed,
    id: '00000000-0000-4000-8000-000000000007',
    mode: 'gateway' as const,
    paidOn: '2026-11-21',
    reference: 'BACK1',
    state: 'done' as const,
  };
  const payment = {
    id: '00000000-0000-4000-8000-000000000008',
    provider: 'sandbox',
    method: 'upi',
    amountPaise: 100,
    status: 'captured' as const,
    transactionId: 'SBX-1',
    isReceived: true,
    methodUsed: null,
    failureReason: null,
    feePaise: null,
    refundablePaise: 0,
    startedMs: AT,
    settledMs: AT,
  };
  const issuable = (html: string) => [...html.matchAll(/aria-label="Issue: ([^"]*)"/g)].map(([, paper]) => paper);

  test.each([
    ['a pledge', {}, ['Proforma invoice']],
    [
      'money that counts',
      {
        state: 'completed',
        receipts: [confirmed, { ...receipt, id: ME }],
        payments: [payment, { ...payment, id: ME, isReceived: false }],
      },
      ['Payment receipt, Demand draft DD123456: ₹90,000.00', 'Payment receipt, UPI SBX-1: ₹1.00'],
    ],
    [
      'a cancelled adoption',
      { state: 'cancelled', receipts: [], refunds: [refund, { ...refund, id: ME, state: 'recorded' }] },
      ['Credit note, Payment provider BACK1: ₹90,000.00', 'Cancellation'],
    ],
    ['a lapsed adoption', { state: 'lapsed', receipts: [] }, ['Cancellation']],
    ['a hold that ended', { state: 'expired', receipts: [] }, []],
  ] as const)('of %s can be issued', (_name, given, papers) => {
    expect(issuable(markup(given as Partial<AdminAdoption>))).toEqual(papers);
  });

  test('security 145: are read in every language, and say what they are about and whether they are valid', () => {
    const paper = { id: ME, kind: 'receipt' as const, source: receipt.id, issuedMs: AT };
    const [first, second, third] = ['PR/2026-27/000001', 'PR/2026-27/000002', 'PR/2026-27/000003'];
    const html = markup({
      receipts: [{ ...receipt, state: 'bounced' }],
      papers: [
        { ...paper, serial: first, replacedBy: second, isVoid: true },
        { ...paper, id: COURSE, serial: second, replacedBy: null, isVoid: true },
        { ...paper, id: '00000000-0000-4000-8000-000000000009', serial: third, replacedBy: null, isVoid: false },
      ],
    });
    for (const serial of [first, second, third])
      for (const language of ['English', 'Hindi'])
        expect(button(html, `Download ${serial} in ${language}`), serial).toBeDefined();
    expect(html.match(/Demand draft DD123456: ₹90,000.00<\/td>/g)).toHaveLength(3);
    const states = [...html.matchAll(/(Replaced by [^<]*|No longer valid|Valid)<\/td>/g)].map(([, state]) => state);
    expect(states).toEqual(['Valid', 'No longer valid', `Replaced by ${second}`]);
  });
});

test('roles that may only look have no button that changes the adoption', () => {
  const actions = (mayAct: boolean) =>
    [...markup({}, mayAct).matchAll(/<button([^>]*)>/g)].filter(([, attributes]) =>
      /aria-haspopup="dialog"|Issue/.test(attributes!),
    ).length;
  expect(actions(true)).toBeGreaterThan(3);
  expect(actions(false)).toBe(0);
});
