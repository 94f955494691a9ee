import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getDocumentProxy, getMeta } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_SPONSOR } from '@/lib/api/field-descriptions';
import type { Locale } from '@/lib/platform/i18n/locale';
import { pdfPages } from '@/testing/db/pdf';
import { renderSummary } from './render';
import type { Summary, SummaryLine } from '@/lib/adoption/core/summary';

Object.assign(process.env, {
  DATABASE_URL: 'postgres://nobody@localhost/none',
  APP_SECRET: 'a-secret-of-this-test-with-32-characters',
  APP_URL: 'https://adopt.example',
  MESSAGE_TRANSPORT: 'outbox',
});

const line = (overrides: Partial<SummaryLine> = {}): SummaryLine => ({
  courseName: 'B.Tech',
  branch: 'Civil Engineering',
  institute: 'Malwa Institute',
  city: 'Indore',
  seats: 12,
  pricePaise: 1_25_000_50,
  ...overrides,
});

const summary = (overrides: Partial<Summary> = {}): Summary => ({
  reference: 'SA-7K2M-Q4XT-90BD',
  date: new Date('2026-11-21T09:00:00Z'),
  sponsor: {
    ...EXAMPLE_SPONSOR,
    fullName: 'Radhika Deshmukh',
    designation: 'Head of Talent',
    email: 'radhika@narmada.example',
    phone: '9826012345',
    company: 'Narmada Motors',
    industry: 'Automotive',
  },
  lines: [line()],
  confirmedBy: { channel: 'email', contact: 'radhika@narmada.example' },
  paid: null,
  ...overrides,
});

async function render(overrides: Partial<Summary> = {}, locale: Locale = 'en'): Promise<Buffer> {
  const pdf = await renderSummary(summary(overrides), locale, 'test');
  if (!pdf) throw new Error('busy');
  return pdf;
}

describe('the verified summary', () => {
  test('in Hindi names branch and institute as the catalogue did, and in English where it had no Hindi name', async () => {
    const lines = [
      line({ branch: 'Sericulture', branchHindi: 'रेशम पालन', instituteHindi: 'मालवा महाविद्यालय' }),
      line({ branch: 'Welder (GMAW)', institute: 'Government ITI' }),
    ];
    const said = (locale: Locale) => render({ lines }, locale).then(pdfPages);
    const [hindi, english] = [(await said('hi')).join(' '), (await said('en')).join(' ')];
    for (const name of ['रेशम पालन', 'मालवा महाविद्यालय', 'Welder (GMAW)', 'Government ITI'])
      expect(hindi).toContain(name);
    expect(hindi).not.toContain('Malwa Institute');
    expect(english).toContain('Malwa Institute');
    expect(english).not.toMatch(/\p{Script=Devanagari}{3}/u);
  });

  test('security 68: says which contact is proven, and of a draft or an unknown one nothing', async () => {
    const said = async (...given: Parameters<typeof render>) =>
      (await pdfPages(await render(...given)))[0]!.replace(/\s+/g, ' ');
    const phone = { channel: 'phone', contact: '9826012345' } as const;
    expect(await said()).toContain('Confirmed by a code to the e-mail address radhika@narmada.example.');
    expect(await said({ confirmedBy: phone })).toContain('Confirmed by a code to the phone number 9826012345.');
    expect(await said({ confirmedBy: phone }, 'hi')).toContain('9826012345 पर');
    expect(await said({ confirmedBy: null })).not.toContain('Confirmed by');
  });

  test('prints reference, date, sponsor, lines, totals and the URL of its confirmation, and states no payment', async () => {
    const [page] = await pdfPages(await render({ lines: [line(), line({ courseName: 'ITI', seats: 1_000 })] }));
    for (const text of [
      'Adoption Summary',
      'SA-7K2M-Q4XT-90BD',
      '21 November 2026',
      'Radhika Deshmukh',
      'Head of Talent',
      'radhika@narmada.example',
      '9826012345',
      'Narmada Motors',
      'Automotive',
      'Civil Engineering',
      'Malwa Institute',
      'Indore',
      '1,012 seats adopted',
      'Payment pending',
      'No money has been charged',
      'https://adopt.example/verify/SA-7K2M-Q4XT-90BD',
      'Page 1 of 1',
    ])
      expect(page).toContain(text);
    expect(page).not.toContain('DRAFT');
  });

  test.each([
    [
      'en',
      [
        'How to pay',
        '6 December 2026',
        '₹7,50,003.00',
        '30211234567890',
        'SBIN0001308',
        'become available to others',
        '₹60,00,024.00 until',
      ],
    ],
    ['hi', ['भुगतान कैसे करें', '6 दिसंबर 2026', '₹7,50,003.00', '30211234567890', '₹60,00,024.00']],
  ] as const)(
    'P8 a pledge says in %s, as its e-mail does, what is to be paid until when and where, and the sum of the whole course',
    async (locale, says) => {
      const account = {
        accountName: 'Nyas',
        accountNumber: '30211234567890',
        ifsc: 'SBIN0001308',
        bankName: 'State Bank of India',
      };
      const toPay = {
        paise: 7_50_003_00,
        dueAt: new Date('2026-12-06T18:30:00Z'),
        lapses: true,
        body: { ...account, legalName: 'Nyas' },
      };
      const [page] = await pdfPages(await render({ toPay, coursesPaise: 60_00_024_00 }, locale));
      for (const text of says) expect(page).toContain(text);
      const [unknown] = await pdfPages(
        await render({ toPay: { ...toPay, body: { ...toPay.body, accountNumber: '' } } }),
      );
      expect(unknown).toContain('Please do not pay before.');
      expect((await pdfPages(await render()))[0]).not.toContain('How to pay');
    },
  );

  test('R-BIZ-02 R-BIZ-03 amounts have the rupee sign, Indian grouping, two decimals and stay on one line up to the largest', async () => {
    const [page] = await pdfPages(
      await render({ lines: [line(), line({ seats: 10_000, pricePaise: 1_000_000_000 })] }),
    );
    expect(page).toContain('₹1,25,000.50');
    expect(page).toContain('₹15,00,006.00');
    expect(page).toContain('₹1,00,00,00,00,000.00');
    expect(page).toMatch(/Total Amount ₹1,00,00,15,00,006\.00/);
  });

  test('names of institutes take at most two lines beside usual amounts', async () => {
    for (const institute of [
      'Government Engineering College, Narmadapuram',
      'Government Industrial Training Institute, Chhindwara',
      'Shri Vaishnav Institute of Technology and Science',
    ]) {
      const pdf = await render({ lines: [line({ institute, branch: 'X', seats: 100, pricePaise: 2_50_000_00 })] });
      const page = await (await getDocumentProxy(new Uint8Array(pdf))).getPage(1);
      const { items } = await page.getTextContent();
      const words = new Set(institute.split(/\s/));
      const rows = items.flatMap((item) =>
        'str' in item &&
        item.str.split(/\s/).every((word) => words.has(word)) &&
        !['', 'Institute'].includes(item.str.trim())
          ? [Math.round(item.transform[5] as number)]
          : [],
      );
      expect(rows.length, institute).toBeGreaterThan(0);
      expect(new Set(rows).size, institute).toBeLessThanOrEqual(2);
    }
  });

  test('Hindi names are printed; unsupported characters become a question mark with an explanation', async () => {
    const [page] = await pdfPages(
      await render({
        lines: [line({ institute: 'शासकीय संस्थान, क्षेत्र भोपाल', city: 'भोपाल', branch: 'Fitter 日 Ж' })],
      }),
    );
    expect(page).toContain('शासकीय संस्थान');
    expect(page).toContain('क्षेत्र भोपाल');
    expect(page).toContain('Fitter ? ?');
    expect(page).toContain('A question mark in a name may stand for a character');
    expect((await pdfPages(await render())).join()).not.toContain('question mark');
  });

  test('names in Tamil and Kannada are printed with fonts that other documents do not embed', async () => {
    const pdf = await render({ lines: [line({ institute: 'தமிழ்நாடு', branch: 'ಕನ್ನಡ' })] });
    const [page] = await pdfPages(pdf);
    expect(page).toContain('தமிழ்நா');
    expect(page).toContain('ಕನ್ನಡ');
    expect(page).not.toContain('A question mark');
    const noto = (bytes: Buffer) => bytes.toString('latin1').match(/\/FontName \/\w+\+Noto-\w+/g) ?? [];
    expect(noto(pdf)).toHaveLength(2);
    expect(noto(await render())).toHaveLength(0);
  });

  test('R-LIST-03 a course without an institute is listed under Other Institutes', async () => {
    const [page] = await pdfPages(await render({ lines: [line({ institute: '' })] }));
    expect(page).toContain('Other Institutes');
  });

  test('150 lines: every page has its number, the table header and the reference, and no line is lost', async () => {
    const lines = Array.from({ length: 150 }, (_, index) => line({ branch: `Branch No${index + 1}.` }));
    const pages = await pdfPages(await render({ lines }));
    expect(pages.length).toBeGreaterThan(5);
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toContain('SA-7K2M-Q4XT-90BD');
      if (page.includes('Branch No')) expect(page).toContain('Institute City Seats');
    });
    const printed = [...pages.join(' ').matchAll(/Branch No(\d+)\./g)].map(([, number]) => Number(number));
    expect(printed).toEqual(lines.map((_, index) => index + 1));
  });

  test('has a title and the language en-IN, embeds each font once and is reproducible', async () => {
    const lines = Array.from({ length: 12 }, () => line({ institute: 'शासकीय संस्थान' }));
    const pdf = await render({ lines });
    const { info } = await getMeta(await getDocumentProxy(new Uint8Array(pdf)));
    expect(info).toMatchObject({ Title: 'Adoption Summary SA-7K2M-Q4XT-90BD', Language: 'en-IN' });
    const faces = [...pdf.toString('latin1').matchAll(/\/FontName \/\w+\+([\w-]+)/g)].map(([, name]) => name);
    expect(faces.length).toBeGreaterThan(3);
    expect(new Set(faces).size).toBe(faces.length);
    expect(await render({ lines })).toEqual(pdf);
  });
});

describe('in Hindi', () => {
  const pages = async (overrides: Partial<Summary>) => pdfPages(await render(overrides, 'hi'));
  const paid = { transactionId: 'sbx_1', method: 'card', at: new Date('2026-11-21T09:00:00Z'), test: true } as const;

  test('texts, names of types and places, and dates are in Hindi; amounts, codes and names of people stay', async () => {
    const [page] = await pages({ paid, lines: [line(), line({ courseName: 'ITI', institute: '', seats: 1 })] });
    for (const text of [
      'सीट सारांश',
      '21 नवंबर 2026',
      'SA-7K2M-Q4XT-90BD',
      'Narmada Motors',
      'सिविल इंजीनियरिंग',
      'पाठ्यक्रम संस्थान शहर',
      '12 बी.टेक',
      '1 आईटीआई',
      'इंदौर',
      'अन्य संस्थान',
      '13 सीटें अपनाई गईं',
      '₹1,25,000.50',
      'को 14:30 बजे IST',
      'https://adopt.example/verify/SA-7K2M-Q4XT-90BD',
      'पृष्ठ 1 / 1',
    ])
      expect(page).toContain(text);
    expect(page).not.toMatch(/Adopt(ed|ion Summary)|Indore|B\.Tech|Seats|Total|Page/);
  });

  test('has the language hi-IN and a title in its metadata', async () => {
    const { info } = await getMeta(await getDocumentProxy(new Uint8Array(await render({}, 'hi'))));
    expect(info).toMatchObject({ Title: 'सीट सारांश SA-7K2M-Q4XT-90BD', Language: 'hi-IN' });
  });
});

describe('the draft', () => {
  test('in Hindi is marked on every page', async () => {
    const [page] = await pdfPages(await render({ reference: null }, 'hi'));
    expect(page).toContain('प्रारूप');
    expect(page).not.toMatch(/DRAFT|SA-|verify/);
  });
});

test('addresses in any text are printed and never fetched (security 39)', async () => {
  let hits = 0;
  const canary = createServer((_, response) => {
    hits += 1;
    response.end();
  });
  await new Promise<void>((ready) => canary.listen(0, '127.0.0.1', ready));
  try {
    const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/x.png`;
    const { sponsor } = summary();
    const poisoned = Object.fromEntries(Object.keys(sponsor).map((field) => [field, url])) as typeof sponsor;
    const lines = [line({ courseName: url, branch: url, institute: url, city: url })];
    const pages = await pdfPages(await render({ reference: null, sponsor: poisoned, lines }));
    expect(pages.join('').replaceAll(' ', '')).toContain(url);
    expect(hits).toBe(0);
    await fetch(url);
    expect(hits).toBe(1);
  } finally {
    canary.close();
  }
});
