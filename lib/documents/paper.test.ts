import { describe, expect, test } from 'vitest';
import type { Locale } from '@/lib/platform/i18n/locale';
import type { PaperData } from './paper-rules';
import { defaultSettings } from '@/lib/settings/schema';
import { pdfPages } from '@/testing/db/pdf';
import { renderPaper, renderStatement } from './render';
import { IS_PRINTED } from '@/lib/company/schema';
import type { DocumentContext } from './context';
import { companyLines, type PrintedPaper } from './paper';
import type { CertifiedCourse } from './paper-rules';

Object.assign(process.env, {
  DATABASE_URL: 'postgres://nobody@localhost/none',
  APP_SECRET: 'a-secret-of-this-test-with-32-characters',
  APP_URL: 'https://adopt.example',
  MESSAGE_TRANSPORT: 'outbox',
});

const BODY = {
  ...defaultSettings('body'),
  legalName: 'Madhya Pradesh Shiksha Sahyog Nyas',
  address: '12 Arera Hills, Bhopal 462011, Madhya Pradesh',
  pan: 'AABTM1234K',
  registrations: [
    { name: '80G approval', number: 'AABTM1234KF20214', validUntil: '2031-03-31' },
    { name: 'CSR number', number: 'CSR00012345', validUntil: '' },
  ],
  accountName: 'MP Shiksha Sahyog Nyas',
  accountNumber: '30211234567890',
  ifsc: 'SBIN0001308',
  bankName: 'State Bank of India, Arera Hills',
  signatory: 'Dr. Sunita Verma, Secretary',
};
const COMMON = {
  reference: 'SA-7K2M-Q4XT-90BD',
  sponsor: {
    fullName: 'Radhika Deshmukh',
    designation: 'Head of Talent',
    email: 'radhika@narmada.example',
    phone: '9826012345',
    company: 'Narmada Motors',
    industry: 'Automotive',
  },
  details: {
    legal_name: 'Narmada Motors Private Limited',
    address: 'Plot 7, Pithampur Industrial Area, Dhar 454775',
    pan: 'AAACN1234P',
    gstin: '23AAACN1234P1ZX',
    purchase_order: 'PO-2026/881',
  },
  body: BODY,
  totalPaise: 15_00_006_00,
  lines: [
    {
      courseName: 'B.Tech',
      branch: 'Civil Engineering',
      institute: 'शासकीय संस्थान',
      city: 'Indore',
      seats: 12,
      pricePaise: 1_25_000_50,
      session: '2026-27',
      studyYear: 1,
    },
  ],
};
const MONEY = {
  mode: 'NEFT',
  reference: 'SBIN526093123456',
  on: '2026-04-03',
  amountPaise: 13_50_005_40,
  tdsPaise: 1_50_000_60,
  payer: 'Narmada Motors Private Limited',
  payerBank: 'HDFC Bank',
};
const CONCERNS = [{ kind: 'receipt' as const, serial: 'PR/2026-27/000012', on: '2026-04-04' }];
const PAPERS = {
  proforma: {
    ...COMMON,
    kind: 'proforma',
    receivedPaise: 1_000_00,
    duePaise: 14_99_006_00,
    validUntil: '2026-12-01',
    coursesPaise: 45_00_018_00,
  },
  receipt: { ...COMMON, kind: 'receipt', money: MONEY, test: false },
  credit_note: {
    ...COMMON,
    kind: 'credit_note',
    money: { ...MONEY, mode: 'gateway', amountPaise: 500_00, tdsPaise: 0 },
    test: false,
    concerns: CONCERNS,
  },
  cancellation: {
    ...COMMON,
    kind: 'cancellation',
    cause: 'cancelled',
    on: '2026-06-05',
    receivedPaise: 15_00_006_00,
    concerns: CONCERNS,
  },
} as const satisfies Record<string, PaperData>;

const SERIAL = 'PR/2026-27/000012';
const printed = (data: PaperData): PrintedPaper => ({
  serial: SERIAL,
  issuedAt: new Date('2026-04-03T20:00:00Z'),
  replaces: 'PR/2026-27/000009',
  replacedBy: null,
  isVoid: false,
  data,
});

async function textOf(data: PaperData, locale: Locale = 'en'): Promise<string> {
  const pdf = (await renderPaper(printed(data), locale, 'test'))!;
  return (await pdfPages(pdf)).join(' ');
}
const expectAll = (text: string, parts: string[]) => {
  for (const part of parts) expect(text).toContain(part);
};

describe('papers of an adoption', () => {
  test('a proforma has our account, the reference to quote, the last day, the amount due in figures and words, and the lines', async () => {
    expectAll(await textOf(PAPERS.proforma), [
      'Proforma invoice',
      SERIAL,
      '4 April 2026',
      'Narmada Motors Private Limited',
      'PAN: AAACN1234P',
      'GSTIN: 23AAACN1234P1ZX',
      'PO-2026/881',
      '30211234567890',
      'SBIN0001308',
      'Reference to quote SA-7K2M-Q4XT-90BD',
      '1 December 2026',
      '₹14,99,006.00',
      'Rupees Fourteen Lakh Ninety-Nine Thousand Six Only',
      'Already received ₹1,000.00',
      'Civil Engineering',
      'शासकीय संस्थान',
      'Total amount ₹15,00,006.00',
      'for 2026-27; ₹45,00,018.00 until the courses end',
      'Not a receipt',
      'replaces PR/2026-27/000009',
    ]);
  });

  test('a proforma without a last day does not speak of one', async () => {
    const text = await textOf({ ...PAPERS.proforma, validUntil: null, coursesPaise: null });
    for (const absent of ['Pay until', 'No last day', 'until the courses end']) expect(text).not.toContain(absent);
  });

  test('a proforma without an account asks not to pay yet', async () => {
    const text = await textOf({ ...PAPERS.proforma, body: defaultSettings('body') });
    expect(text).toContain('Please do not pay before');
    expect(text).not.toContain('IFSC');
  });

  test('a receipt has the gross amount, what was credited and withheld, mode, reference, day, and who received it', async () => {
    const text = await textOf(PAPERS.receipt);
    expectAll(text, [
      'Received from Narmada Motors Private Limited',
      'Total amount ₹15,00,006.00',
      'for 2026-27',
      'Gross amount received ₹15,00,006.00',
      'Rupees Fifteen Lakh Six Only',
      'Credited to the account ₹13,50,005.40',
      'Tax withheld by the payer (TDS) ₹1,50,000.60',
      'NEFT',
      'SBIN526093123456',
      '3 April 2026',
      'HDFC Bank',
      'Madhya Pradesh Shiksha Sahyog Nyas',
      'PAN: AABTM1234K',
      '80G approval: AABTM1234KF20214, valid until 31 March 2031',
      'CSR number: CSR00012345',
      'Dr. Sunita Verma',
      'Payment for the adoption SA-7K2M-Q4XT-90BD',
    ]);
    expect(text.replaceAll(' ', '')).toContain(`https://adopt.example/verify/SA-7K2M-Q4XT-90BD?paper=${SERIAL}`);
    expect(text).not.toMatch(/donation|TEST|claims no tax/i);
  });

  const PART = {
    parts: { first: 1, last: 1, of: 2 },
    receivedPaise: 13_50_005_40,
    tdsPaise: 1_50_000_60,
    refundedPaise: 0,
    duePaise: 5_00_000_00,
  };

  test('a receipt of a part says which, what was received so far, the tax apart, and what is still to pay', async () => {
    expectAll(await textOf({ ...PAPERS.receipt, part: PART }), [
      'Gross amount received: Part 1 of 2 ₹15,00,006.00',
      'Credited so far ₹13,50,005.40',
      'Tax withheld so far (TDS) ₹1,50,000.60',
      'Still to pay ₹5,00,000.00',
      'Part 1 of 2 for the adoption SA-7K2M-Q4XT-90BD of the seats above, for one year. This is not the whole total.',
    ]);
    const parts = { first: 2, last: 3, of: 3 };
    expect(await textOf({ ...PAPERS.receipt, part: { ...PART, parts } })).toContain('Parts 2 to 3 of 3');
    expect(await textOf({ ...PAPERS.receipt, part: { ...PART, parts: null } })).toContain(
      'Part payment for the adoption',
    );
    const hindi = await textOf({ ...PAPERS.receipt, part: PART }, 'hi');
    expectAll(hindi, ['₹5,00,000.00', '₹13,50,005.40']);
    expect(await textOf(PAPERS.receipt)).not.toMatch(/so far|Still to pay/);
  });

  test('a proforma and a cancellation name tax withheld apart from what was received', async () => {
    const texts = [
      await textOf({ ...PAPERS.proforma, receivedPaise: 1_000_00, withheldPaise: 100_00 }),
      await textOf({ ...PAPERS.cancellation, withheldPaise: 1_50_000_60 }),
    ];
    expectAll(texts[0]!, ['Already received ₹900.00', 'Tax withheld by the payer (TDS) ₹100.00']);
    expectAll(texts[1]!, ['Received and owed back ₹13,50,005.40', 'Tax withheld by the payer (TDS) ₹1,50,000.60']);
  });

  test('without a legal name it is a payment receipt that claims no tax effect and names no receiver', async () => {
    const body = { ...defaultSettings('body'), pan: BODY.pan, registrations: BODY.registrations };
    const text = await textOf({ ...PAPERS.receipt, body });
    expectAll(text, ['Payment receipt', 'claims no tax effect']);
    expect(text).not.toMatch(/donation|80G|CSR|AABTM1234K/i);
    expect(await textOf({ ...PAPERS.receipt, body }, 'hi')).toContain('भुगतान रसीद');
  });

  test.each([
    [{ isVoid: true }, ['NO LONGER VALID', 'This paper is no longer valid.']],
    [{ replacedBy: 'PR/2026-27/000020' }, ['REPLACED', 'This paper was replaced by PR/2026-27/000020.']],
  ] as const)('security 145: a paper that is void or was replaced says so: %o', async (state, said) => {
    const paper = printed({ ...PAPERS.receipt, test: true });
    const text = (await pdfPages((await renderPaper({ ...paper, ...state }, 'en', 'test'))!)).join(' ');
    expectAll(text, [...said]);
    expect((await pdfPages((await renderPaper(paper, 'en', 'test'))!)).join(' ')).not.toMatch(/NO LONGER|REPLACED/);
  });

  test('papers of the sandbox are marked as a test', async () => {
    const text = await textOf({ ...PAPERS.receipt, test: true, money: { ...MONEY, mode: 'upi' } });
    expectAll(text, ['TEST', 'Test payment: no money was charged', 'UPI payment']);
  });

  test('a credit note and a cancellation name the papers that they concern', async () => {
    expectAll(await textOf(PAPERS.credit_note), [
      'Credit note',
      'Paid back to',
      'Amount paid back ₹500.00',
      'Refund of the online payment',
      'Receipt PR/2026-27/000012 of 4 April 2026',
    ]);
    expectAll(await textOf(PAPERS.cancellation), [
      'Cancellation note',
      'Cancelled on 5 June 2026',
      'Received and owed back ₹15,00,006.00',
      'Receipt PR/2026-27/000012 of 4 April 2026',
      'This adoption was cancelled',
    ]);
    expect(await textOf({ ...PAPERS.cancellation, cause: 'lapsed' })).toContain('The time to pay is over');
  });

  test.each(Object.values(PAPERS))('$kind in Hindi', async (data) => {
    const text = await textOf(data, 'hi');
    expectAll(text, [SERIAL, 'Narmada Motors', '₹15,00,006.00']);
    expect(text).toMatch(/[ऀ-ॿ]/);
  });

  test('200 lines and the longest texts stay inside the pages', async () => {
    const lines = Array.from({ length: 200 }, () => COMMON.lines[0]!);
    const pdf = (await renderPaper(printed({ ...PAPERS.receipt, lines }), 'en', 'test'))!;
    const pages = await pdfPages(pdf);
    expect(pages.length).toBeGreaterThan(6);
    expect(pages.at(-1)).toContain('Is this document genuine?');
    for (const page of pages.slice(1)) expect(page).toContain('Receipt PR/2026-27/000012');
  });
});

describe('the certificate of a session, for the wall', () => {
  const names = { courseType: 'B.Tech', branch: 'Civil Engineering', branchHindi: null, session: '2026-27' };
  const part = (count: number, of: number) => ({ says: 'exactly' as const, count, of, lines: 1 });
  const report = { id: 'r1', version: 1, on: '2027-08-30', isChecked: true };
  const course = (institute: string, seats: number, changes: Partial<CertifiedCourse> = {}): CertifiedCourse => ({
    line: { ...names, institute, instituteHindi: null, city: 'Indore', seats },
    ...{ state: 'reported', result: { is: 'completed', ...part(12, 19) }, report },
    ...changes,
  });
  const unreported = { state: 'outside', result: null, report: null } as const;
  const certificate = {
    ...COMMON,
    ...{ kind: 'certificate' as const, lines: [], session: '2026-27' },
    courses: [
      course('Government College', 20),
      course('Government College', 10, { result: { is: 'completed', ...part(0, 10), says: 'nearlyAll' } }),
      course('Women’s Polytechnic', 10, { result: null, report: null }),
      course('Quiet Institute', 30, unreported),
    ],
    students: [part(19, 20), part(10, 10), part(6, 10), null].map((enrolled) => ({ enrolled })),
  } satisfies PaperData;
  const pagesOf = async (data: PaperData, state: Partial<PrintedPaper> = {}) =>
    (await pdfPages((await renderPaper({ ...printed(data), replaces: null, ...state }, 'en', 'test'))!)) as [
      string,
      ...string[],
    ];

  test('names institutes and courses, what is told of them, and apart what is not reported', async () => {
    const pages = await pagesOf(certificate);
    expect(pages).toHaveLength(1);
    expectAll(pages[0], [
      ...['Certificate', SERIAL, 'adopted 70 seats at 3 institutes, in the session 2026-27'],
      ...['12 of 19 students on these seats completed the course', '70 Adopted seats'],
      ...['35 of 40 seats have a student', '30 seats are at institutes that do not report yet'],
      ...['Government College, Indore', 'Women’s Polytechnic, Indore', 'Quiet Institute, Indore', 'Not reported.'],
      ...['Nearly all of 10 have completed the course', 'The results are not stated yet', 'confirmed by a spot check'],
      ...['In colour: completed the course', 'solid: other students', 'outlined: no student', 'grey: not told'],
      ...['Dr. Sunita Verma, Secretary', 'Authorised signatory', 'Institute that stated the results'],
    ]);
    expect(pages[0]).not.toMatch(/of 70|TEST/);
  });

  test('names courses on further pages where they do not fit', async () => {
    const courses = Array.from({ length: 60 }, (_, index) =>
      course(`College ${index}`, 12, { result: { is: 'passed', ...part(6, 12) } }),
    );
    const many = { ...certificate, courses, students: courses.map(() => ({ enrolled: part(12, 12) })) };
    const pages = await pagesOf(many);
    expect(pages.length).toBeGreaterThan(2);
    expectAll(pages[0], ['360 of 720 students on these seats passed the year', 'on the next page', 'Dr. Sunita Verma']);
    expect(pages[0]).not.toContain('College 3,');
    for (const { line } of courses) expect(pages.slice(1).join(' ')).toContain(`${line.institute}, Indore`);
  });

  test('of one course, and in Hindi', async () => {
    const one = { ...certificate, courses: [course('Government College', 20)], students: [{ enrolled: part(19, 20) }] };
    const [page] = await pagesOf(one);
    expectAll(page, ['adopted 20 seats at Government College, Indore', '12 of 19 have completed the course']);
    expectAll(await textOf(certificate, 'hi'), ['19 में से 12', 'ने इन सीटों पर पाठ्यक्रम पूरा किया', '70 सीटें अपनाईं']);
  });
});

describe('the certificate of a course, as it was issued before', () => {
  const certificate = {
    ...COMMON,
    ...{ kind: 'certificate' as const, lines: [] },
    line: {
      ...{ courseType: 'B.Tech', branch: 'Civil Engineering', branchHindi: null, session: '2026-27', seats: 20 },
      ...{ institute: 'Government College', instituteHindi: null, city: 'Indore' },
    },
    result: { is: 'completed' as const, says: 'exactly' as const, count: 12 },
    report: { id: 'r1', version: 1, on: '2027-08-30', isChecked: true },
    students: { enrolled: { says: 'exactly' as const, count: 19 }, of: 19 },
  } satisfies PaperData;
  const words = { ...certificate, result: { ...certificate.result, says: 'nearlyAll' as const, count: 0 } };
  const pageOf = async (data: PaperData, state: Partial<PrintedPaper> = {}) =>
    (await pdfPages((await renderPaper({ ...printed(data), replaces: null, ...state }, 'en', 'test'))!)) as [string];

  test('is one page with institute, session, figures, who signs, and what the seats mean', async () => {
    const pages = await pageOf(certificate);
    expect(pages).toHaveLength(1);
    expectAll(pages[0], [
      ...[
        'Certificate',
        SERIAL,
        'adopted 20 seats at Government College, Indore',
        'B.Tech · Civil Engineering',
        '2026-27',
        '20 Adopted seats',
        '19 of 20 seats have a student',
      ],
      ...[
        '12 of 19 students on these seats completed the course',
        'Dr. Sunita Verma, Secretary',
        'Authorised signatory',
      ],
      ...[
        'In colour: completed the course',
        'solid: other students',
        'outlined: no student',
        'confirmed by a spot check',
      ],
    ]);
    expect(pages[0]).not.toContain('TEST');
  });

  test('of a number in words, and of a paper of before, it draws nothing that tells more', async () => {
    const [told] = await pageOf(words);
    expect(told).toContain('Nearly all students on these seats completed the course');
    expect(told).not.toMatch(/In colour|outlined/);
    const { students: _, ...older } = certificate;
    const [said] = await pageOf(older);
    expect(said).toContain('12 students on these seats completed the course');
    expect(said).not.toContain('In colour');
    const [hidden] = await pageOf({ ...certificate, result: { ...certificate.result, says: 'entered', count: 0 } });
    expect(hidden).toContain('is not told: too few are concerned');
  });

  test('Y10 of a test it has the mark, and of one that does not hold one reason', async () => {
    expectAll((await pageOf({ ...certificate, test: true }))[0], ['TEST', 'Test payment: no money was charged']);
    const [replaced] = await pageOf(certificate, { isVoid: true, replacedBy: 'CT/2026-27/000002' });
    expect(replaced).toContain('This paper was replaced by CT/2026-27/000002.');
    expect(replaced).not.toContain('This paper is no longer valid.');
  });

  test('in Hindi', async () => {
    const text = await textOf(certificate, 'hi');
    expectAll(text, ['19 में से 12', 'ने इन सीटों पर पाठ्यक्रम पूरा किया']);
  });
});

describe('annual statement', () => {
  const entries = [
    { ...MONEY, kind: 'received' as const, adoption: COMMON.reference, serial: SERIAL, test: false },
    {
      ...MONEY,
      kind: 'refunded' as const,
      mode: 'cheque',
      amountPaise: 6_00,
      tdsPaise: 0,
      adoption: COMMON.reference,
      serial: 'CN/2026-27/000001',
      test: false,
    },
    { ...MONEY, kind: 'received' as const, mode: 'card', adoption: COMMON.reference, serial: null, test: true },
  ];
  const data = { kind: 'statement' as const, financialYear: '2026-27', sponsor: COMMON.sponsor, body: BODY, entries };

  test.each(['en', 'hi'] as const)('lists money of the year and sums it without tests (%s)', async (locale) => {
    const statement = {
      serial: 'ST/2026-27/000001',
      issuedAt: new Date('2027-04-02T10:00:00Z'),
      replacedBy: null,
      data,
    };
    const pdf = (await renderStatement(statement, locale, 'test'))!;
    const text = (await pdfPages(pdf)).join(' ');
    expectAll(text, ['ST/2026-27/000001', '2026-27', '₹15,00,006.00', '-₹6.00', '₹15,00,000.00', 'CN/2026-27/000001']);
    expect(text).toContain(locale === 'en' ? 'test payment, no money moved' : 'परीक्षण भुगतान');
  });

  test.each([
    ['no entries', []],
    ['only test payments', entries.filter(({ test: isTest }) => isTest)],
  ])('with %s says that nothing was received, not an amount in words', async (_, none) => {
    const statement = {
      serial: 'ST/2026-27/000001',
      issuedAt: new Date('2027-04-02T10:00:00Z'),
      replacedBy: null,
      data: { ...data, entries: none },
    };
    const text = (await pdfPages((await renderStatement(statement, 'en', 'test'))!)).join(' ');
    expect(text).toContain('No money was received or paid back in this year.');
    expect(text).not.toContain('Zero');
  });
});

const lines = Object.entries(IS_PRINTED).filter(([field, is]) => is && field !== 'legal_name' && field !== 'kind');
test.each(lines)('papers have a line for the %s of a company', (field) => {
  const context = { paper: (key: string) => key } as unknown as DocumentContext;
  expect(companyLines({ [field]: 'as entered' }, context)).toContainEqual(expect.stringContaining('as entered'));
});
