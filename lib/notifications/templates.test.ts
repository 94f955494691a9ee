import { describe, expect, test } from 'vitest';
import type { Locale } from '@/lib/platform/i18n/locale';
import { defaultSettings } from '@/lib/settings/schema';
import { MESSAGE_KINDS, type MessageKind } from './schema';
import type { MessageRow } from './statements';
import { isObsolete, notificationEmail } from './templates';

Object.assign(process.env, {
  DATABASE_URL: 'postgres://nobody@localhost/none',
  APP_SECRET: 'a-secret-of-this-test-with-32-characters',
  APP_URL: 'https://adopt.example',
  MESSAGE_TRANSPORT: 'outbox',
});

const sponsor = {
  fullName: 'Radhika Deshmukh',
  designation: 'Head of Talent',
  email: 'radhika@narmada.example',
  phone: '9826012345',
  company: 'Narmada Motors',
  industry: 'Automotive',
};

const rowOf = (kind: MessageKind, changes: Partial<MessageRow> = {}): MessageRow => ({
  id: '0b0f8a52-3c55-4c5e-9d0a-6d3a1f3f7f10',
  kind,
  detail: {},
  attempts: 1,
  recipient: null,
  billingId: '5a1a7d35-9f5e-4b67-8e0b-0a6a4d8c2f11',
  reference: 'SA-7K2M-Q4XT-90BD',
  locale: 'en',
  state: 'pledged',
  sponsor,
  isRegistered: false,
  wantsStudentMails: true,
  isUnproven: false,
  seats: 12,
  sessions: ['2026-27'],
  totalPaise: 15_00_000_00,
  outstandingPaise: 15_00_000_00,
  dueNextPaise: changes.outstandingPaise ?? 15_00_000_00,
  refundDuePaise: 0,
  // The end of 20 November 2026 in India.
  dueAt: new Date('2026-11-20T18:30:00Z'),
  isOver: false,
  lapses: true,
  part: null,
  paymentId: null,
  isTestPayment: false,
  ...changes,
});

const settled = { state: 'completed', outstandingPaise: 0 } as const;
const offerOf = (branch: string, branchHindi: string | null, institute: string) => ({
  ...{ courseType: 'ITI', branch, branchHindi, institute, instituteHindi: null, city: 'Rewa', session: '2026-27' },
});
const MOVED = {
  ...{ seats: 4, difference_paise: -20_000_00 },
  from: offerOf('Fitter', 'फिटर', 'ITI Rewa'),
  to: offerOf('Welder', 'वेल्डर', 'ITI Sirmaur'),
};
/** A message of every kind, as its step leaves the billing. */
const ROWS: Record<MessageKind, Partial<MessageRow>> = {
  adopted: {},
  transfer: { isRegistered: true },
  received: { detail: { amount_paise: 5_00_000_00 }, outstandingPaise: 10_00_000_00, lapses: false },
  paid: { ...settled, refundDuePaise: 500_00 },
  paid_copy: { ...settled, detail: { person: '0b0b0b0b-0000-4000-8000-000000000001' } },
  bounced: { detail: { amount_paise: 5_00_000_00 }, lapses: false },
  extended: {},
  reduced: { detail: { seats_before: 20 } },
  move_proposed: {
    ...settled,
    detail: { moved: { ...MOVED, until: '2099-11-20T18:30:00Z' }, answer: 'We moved the course <b>.' },
  },
  moved: { ...settled, detail: { moved: { ...MOVED, difference_paise: 0 } } },
  cancelled: { state: 'cancelled', outstandingPaise: 0, refundDuePaise: 5_00_000_00 },
  answered: { ...settled, detail: { answer: 'We moved the seats.\nSee the new summary <b>.', accepted: true } },
  papers: settled,
  refunded: { state: 'cancelled', outstandingPaise: 0, detail: { amount_paise: 5_00_000_00 } },
  reminder: {},
  lapsed: { state: 'lapsed', outstandingPaise: 0 },
  email_requested: { detail: { former_email: 'info@narmada.example', email: 'rXXXXXX@narmada.example' } },
  email_changed: { detail: { former_email: 'info@narmada.example' } },
  letter: { detail: { text: 'Please send us\nyour PAN <b>.' } },
};

const CONTACT = 'seats@adopt.example';
const body = {
  ...defaultSettings('body'),
  accountName: 'Skill Mission Society',
  accountNumber: '50100123456789',
  ifsc: 'HDFC0001234',
  bankName: 'HDFC Bank, Bhopal',
};
const pdf = { fileName: 'adoption_summary_2026-11-21.pdf', content: Buffer.from('%PDF') };
const mail = (kind: MessageKind, locale: Locale = 'en', changes: Partial<MessageRow> = {}) =>
  notificationEmail(
    rowOf(kind, { ...ROWS[kind], locale, ...changes }),
    body,
    CONTACT,
    ['adopted', 'papers'].includes(kind) ? [pdf] : [],
  );

/** The messages to the sponsor. */
type SponsorKind = Exclude<MessageKind, 'email_requested' | 'email_changed'>;
const SPONSOR_KINDS = MESSAGE_KINDS.filter(
  (kind): kind is SponsorKind => kind !== 'email_requested' && kind !== 'email_changed',
);

/** What a message must say, besides the reference, in each language. */
const SAYS: Record<SponsorKind, Record<Locale, string[]>> = {
  adopted: { en: ['12 seats are adopted', '₹15,00,000.00'], hi: ['12 सीटें अपनाई गई हैं', '₹15,00,000.00'] },
  transfer: { en: ['by bank transfer', '12 seats are reserved'], hi: ['बैंक ट्रांसफ़र', '12 सीटें आपके लिए आरक्षित'] },
  received: { en: ['₹5,00,000.00 has arrived', '₹10,00,000.00'], hi: ['₹5,00,000.00 की राशि', '₹10,00,000.00'] },
  paid: { en: ['paid in full', '₹500.00 will be paid back'], hi: ['पूरा भुगतान', '₹500.00 आपको लौटाए'] },
  paid_copy: { en: ['paid in full'], hi: ['पूरा भुगतान'] },
  bounced: { en: ['did not honour', '₹5,00,000.00'], hi: ['आपके बैंक ने पूरा नहीं किया', '₹5,00,000.00'] },
  extended: { en: ['has been changed'], hi: ['बदल दी गई है'] },
  reduced: { en: ['from 20 seats to 12'], hi: ['20 से घटाकर 12'] },
  move_proposed: {
    en: [
      '4 seats of your adoption',
      'Fitter, ITI Rewa',
      'Welder, ITI Sirmaur',
      '₹20,000.00 less',
      'We moved the course <b>.',
    ],
    hi: ['4 सीटें', 'फिटर', 'वेल्डर', '₹20,000.00 कम', '20 नवंबर 2099'],
  },
  moved: { en: ['moved from', 'with the students'], hi: ['चली गई हैं', 'विद्यार्थियों'] },
  cancelled: { en: ['cancelled', '₹5,00,000.00 will be paid back'], hi: ['रद्द', '₹5,00,000.00 आपको लौटाए'] },
  answered: { en: ['was accepted', 'We moved the seats.'], hi: ['स्वीकार कर लिया गया है', 'We moved the seats.'] },
  papers: { en: ['The document is attached'], hi: ['संलग्न'] },
  refunded: { en: ['₹5,00,000.00 has been paid back'], hi: ['₹5,00,000.00 आपको लौटा दिए गए हैं'] },
  reminder: { en: ['not paid yet'], hi: ['भुगतान अभी नहीं हुआ'] },
  lapsed: { en: ['is over'], hi: ['समय समाप्त'] },
  letter: { en: ['The department writes', 'Please send us\nyour PAN <b>.'], hi: ['विभाग ने', 'Please send us'] },
};

describe('tax withheld by the payer', () => {
  const detail = { amount_paise: 1_13_680_00, tds_paise: 2_320_00 };

  test.each([
    ['received', 'en', ['₹1,13,680.00 has arrived', '₹2,320.00 was withheld as tax (TDS)']],
    ['received', 'hi', ['₹1,13,680.00 की राशि', '₹2,320.00 कर (TDS)']],
    ['paid', 'en', ['₹1,13,680.00 arrived', '₹2,320.00 was withheld as tax (TDS)']],
    ['paid', 'hi', ['₹1,13,680.00 मिले', '₹2,320.00 कर (TDS)']],
    ['bounced', 'en', ['payment of ₹1,13,680.00', 'TDS, ₹2,320.00']],
    ['bounced', 'hi', ['₹1,13,680.00 का भुगतान', 'TDS, ₹2,320.00']],
  ] as const)('does not count as arrived in the message %s in %s', (kind, locale, texts) => {
    const { text } = mail(kind, locale, { detail });
    for (const expected of texts) expect(text).toContain(expected);
    expect(text).not.toContain('₹1,16,000');
  });
});

describe('a receipt that is not for the whole', () => {
  const part = {
    parts: { first: 1, last: 1, of: 2 },
    receivedPaise: 1_13_680_00,
    tdsPaise: 2_320_00,
    refundedPaise: 0,
    duePaise: 13_84_000_00,
  };

  test.each([
    [
      'en',
      'This is part 1 of 2. Received so far: ₹1,13,680.00, and ₹2,320.00 withheld as tax (TDS); the total is ₹15,00,000.00.',
    ],
    ['hi', 'यह 2 में से किस्त 1 है। अब तक प्राप्त: ₹1,13,680.00'],
  ] as const)('is a part by its number in the e-mail in %s', (locale, said) => {
    expect(mail('received', locale, { part }).text).toContain(said);
  });

  test('is a part of the total where it has no number', () => {
    expect(mail('received', 'en', { part: { ...part, parts: null, tdsPaise: 0 } }).text).toContain(
      'This payment is a part of the total. Received so far: ₹1,13,680.00; the total is',
    );
    expect(mail('received').text).not.toContain('so far');
  });
});

test.each([
  ['en', 'The session 2025-26 is over'],
  ['hi', 'सत्र 2025-26 समाप्त'],
] as const)('a pledge that lapsed with its session says so in %s', (locale, said) => {
  expect(mail('lapsed', locale, { detail: { session: '2025-26' } }).text).toContain(said);
});

describe.each(SPONSOR_KINDS)('the message %s', (kind) => {
  test.each(['en', 'hi'] as const)('says in %s what happened, and where to find the adoption', (locale) => {
    const { channel, to, subject, text, html, attachments, idempotencyKey } = mail(kind, locale);
    expect({ channel, to, idempotencyKey }).toEqual({
      channel: 'email',
      to: sponsor.email,
      idempotencyKey: rowOf(kind).id,
    });
    for (const part of SAYS[kind][locale]) expect(text).toContain(part);
    expect(subject).toContain('SA-7K2M-Q4XT-90BD');
    expect(text).toContain('SA-7K2M-Q4XT-90BD');
    expect(text).toContain('seats@adopt.example');
    const page = `https://adopt.example${kind === 'transfer' ? `/dashboard/adoptions/${rowOf(kind).billingId}` : '/adoptions/SA-7K2M-Q4XT-90BD'}`;
    expect(text).toContain(page);
    expect(html).toContain(`<a href="${page}${kind === 'letter' ? '#messages' : ''}">`);
    expect(attachments).toHaveLength(['adopted', 'papers'].includes(kind) ? 1 : 0);
    // Placeholders and texts of the other language.
    expect(text).not.toMatch(/[{}]|undefined|null|NaN/);
    const own = text.replace(/(?:We moved|Please send)[^]*<b>\.|seats@\S+/g, '');
    if (locale === 'hi') expect(own).not.toMatch(/\b(?:your|seats?|paid|please|the)\b/i);
  });
});

test.each([
  ['email_requested', 'en', 'Nothing has changed yet', 'If you did not ask for this'],
  ['email_requested', 'hi', 'अभी कुछ नहीं बदला है', 'यह बदलाव नहीं माँगा है'],
  ['email_changed', 'en', 'was changed by our team', 'If you did not ask for this'],
  ['email_changed', 'hi', 'का ई-मेल पता बदल दिया है', 'यह बदलाव नहीं कराया है'],
] as const)(
  '%s in %s: the former address is told of another one, and nothing else of the adoption',
  (kind, locale, ...says) => {
    const { to, subject, text, attachments } = mail(kind, locale);
    expect([to, attachments]).toEqual(['info@narmada.example', []]);
    expect(subject).toContain('SA-7K2M-Q4XT-90BD');
    for (const part of [...says, 'SA-7K2M-Q4XT-90BD', 'rXXXXXX@narmada.example', 'seats@adopt.example'])
      expect(text).toContain(part);
    for (const secret of [sponsor.email, sponsor.company, sponsor.fullName, '₹', '50100123456789', 'https://'])
      expect(text).not.toContain(secret);
    if (locale === 'hi') expect(text.replace(/\S+@\S+/g, '')).not.toMatch(/\b(?:your|the|was|email)\b/i);
  },
);

test('how to pay is said while money is missing: until when, to which account, with which remark', () => {
  const { text } = mail('reminder');
  for (const part of [
    '₹15,00,000.00 is due by 20 November 2026 at 11:59 pm IST',
    '50100123456789',
    'HDFC0001234',
    'reference SA-7K2M',
  ])
    expect(text).toContain(part);
  expect(mail('reminder', 'hi').text).toContain(
    '₹15,00,000.00 का भुगतान करना है। अंतिम समय: 20 नवंबर 2026 को 23:59 बजे IST।',
  );
  expect(mail('adopted', 'en', { dueAt: null }).text).toContain('Still to be paid: ₹15,00,000.00.');
  expect(mail('received').text).toContain(
    'The remaining ₹10,00,000.00 is due by 20 November 2026 at 11:59 pm IST. The seats stay yours until then;',
  );
  // Seats whose money the bank took back do not end by themselves.
  const bounced = mail('bounced').text;
  expect(bounced).toContain('after that, the organisers decide about them');
  expect(bounced).not.toContain('available to others');
  expect(mail('paid').text).not.toContain('50100123456789');
  const unknown = notificationEmail(rowOf('adopted'), defaultSettings('body'), CONTACT);
  expect(unknown.text).toContain(
    'Please transfer nothing yet: we will first tell you the bank account by e-mail. To ask for it, contact seats@adopt.example.',
  );
});

test('a test payment says that no money was charged', () => {
  expect(mail('paid', 'en', { isTestPayment: true }).text).toContain('no money was charged');
  expect(mail('paid').text).not.toContain('no money was charged');
});

test('a declined request says so', () => {
  const detail = { answer: 'The course is full.', accepted: false };
  expect(mail('answered', 'en', { detail }).text).toContain(
    'was not accepted. The answer of the team:\n\nThe course is full.',
  );
  expect(mail('answered', 'hi', { detail }).text).toContain('स्वीकार नहीं किया गया है');
});

test('security 42: what people typed is text in the HTML of the e-mail', () => {
  const { html } = mail('answered', 'en', { sponsor: { ...sponsor, company: '<img src=x> & Co' } });
  expect(html).toContain('We moved the seats.<br>See the new summary &lt;b&gt;.');
  expect(html).toContain('&lt;img src=x&gt; &amp; Co');
});

describe('security 63: a company whose name is an invitation', () => {
  const company = `Refund ready: https://evil.example/pay or call 98765 43210 ${'x'.repeat(80)}`;

  test.each(['en', 'hi'] as const)(
    'in %s it stands in quotes, short, below our own words, and is no link',
    (locale) => {
      const { subject, text } = mail('adopted', locale, { sponsor: { ...sponsor, company } });
      const paragraphs = text.split('\n\n');
      expect(subject).not.toContain('Refund');
      expect(paragraphs[0]).not.toContain('Refund');
      const shown = paragraphs.find((paragraph) => paragraph.includes('Refund'))!;
      expect(shown).toMatch(/“Refund ready: https: \/ \/evil\. example\/pay or call …/);
      expect(text).not.toMatch(/evil\.example|98765 43210/);
    },
  );
});

test('an adoption that administrators entered names the paper, in quotes and without a link', () => {
  const detail = { paper_reference: 'Letter 14 https://evil.example' };
  const { text } = notificationEmail(rowOf('adopted', { detail }), body, CONTACT);
  expect(text).toContain(
    'Our team entered this adoption for you from your paper or call: “Letter 14 https: / /evil. example”.',
  );
  expect(notificationEmail(rowOf('adopted'), body, CONTACT).text).not.toContain('Our team entered');
});

test('an address that nobody proved to own is told what to do', () => {
  expect(notificationEmail(rowOf('adopted', { isUnproven: true }), body, CONTACT).text).toContain(
    'confirmed a phone number',
  );
  expect(notificationEmail(rowOf('adopted'), body, CONTACT).text).not.toContain('confirmed a phone number');
});

test('the owner of an account who did not confirm the address is not told to ignore the message', () => {
  const paid = rowOf('paid', { ...settled, isRegistered: true, isUnproven: true });
  const { text } = notificationEmail(paid, body, CONTACT);
  expect(text).toContain(
    'You have not confirmed this e-mail address yet. The documents of the adoption are therefore not attached; you find them on your dashboard.',
  );
  expect(text).not.toMatch(/Whoever made|ignore this message/);
  const hindi = notificationEmail({ ...paid, locale: 'hi' }, body, CONTACT).text;
  expect(hindi).toContain('पुष्टि अभी नहीं की है। इसलिए दस्तावेज़ संलग्न नहीं हैं');
  expect(hindi).not.toContain('ध्यान न दें');
});

test('an unknown language is English', () => {
  expect(mail('adopted', 'xx' as Locale).subject).toBe('Your adoption SA-7K2M-Q4XT-90BD');
});

test.each([
  ['reminder', 'completed', true],
  ['reminder', 'pledged', false],
  ['transfer', 'completed', true],
  ['extended', 'cancelled', true],
  ['lapsed', 'completed', true],
  ['lapsed', 'lapsed', false],
  ['adopted', 'cancelled', false],
  ['refunded', 'cancelled', false],
] as const)('a delayed %s of an adoption that is %s now is obsolete: %s', (kind, state, obsolete) => {
  expect(isObsolete(rowOf(kind, { state }))).toBe(obsolete);
});

test('a reminder after the end of the term, or of a term that was lifted, is obsolete', () => {
  expect(isObsolete(rowOf('reminder', { isOver: true }))).toBe(true);
  expect(isObsolete(rowOf('reminder', { dueAt: null }))).toBe(true);
});

test('a kind that only the release before sends is obsolete', () => {
  expect(isObsolete(rowOf('adopted', { kind: 'students' as MessageKind }))).toBe(true);
});

test('papers of an adoption without any say so', () => {
  expect(notificationEmail(rowOf('papers'), body, CONTACT).text).toContain(
    'There is no document of this adoption at present.',
  );
});
