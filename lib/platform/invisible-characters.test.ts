import { describe, expect, test } from 'vitest';
import { hasAddress, tidyLine } from './invisible-characters';

describe('security 63: addresses in names', () => {
  test.each([
    'https://evil.example/pay',
    'Refund at evil.example/pay',
    'evil.com',
    'Claim at EVIL.COM now',
    'Booking.com',
    'Yahoo.com India',
    'www.evil',
    'shop.evil.co.in',
    '9evil.in',
    'evil\uFF0Ecom',
    'evil。com',
    'evil\u2024com',
    'शर्मा.com',
    'शर्मा.भारत',
    'оплата.рф',
    'pay.xn--p1ai',
    't.me/evil',
    'x.co?u=1',
    'mr.in/pay',
    '//evil',
    'http:\\\\evil',
    'mailto:asha',
    'upi:pay',
    '10.0.0.1',
    'asha@evil',
    'Asha ＠ evil',
    'Call 9876543210',
    'Call 98765 43210',
    'Call +91-98765-43210',
    'Toll free (1800) 123.456',
    'कॉल करें ९८७६५४३२१०',
    'A/c 123456789',
    'ca.gov',
    'MD.in',
    'Visit sk.com today',
    'mr.co.in',
    'मो.com',
  ])('%s is or has one', (name) => expect(hasAddress(name)).toBe(true));

  test.each([
    'Acme Ltd',
    'A.B. Road Industries',
    'A.B.Road Industries',
    'S.K.S. Pvt. Ltd.',
    'S.K.S. Pvt.Ltd.',
    'H.E.G. Ltd',
    'P.K.Sharma',
    'M/s. Sharma & Sons',
    'M/s.Sharma & Sons',
    "Dr.Reddy's Laboratories",
    'Dr. B.R. Ambedkar',
    'St.Joseph Mills',
    'Sr.Manager, H.R.',
    'Asst.Manager (CSR/HR)',
    'B.Tech, M.Com, Ph.D',
    'No.1 Textiles',
    '3M India',
    '24x7 Foods (Estd. 1947-2022)',
    'Web 2.0 & Co.',
    'Node: the Company',
    'Larsen & Toubro; Construction',
    'एस.के. इंडस्ट्रीज प्रा.लि.',
    'एच.ई.जी. लिमिटेड',
    'डॉ.शर्मा एंड संस',
    'मे. शर्मा एंड संस',
    'Md.Irfan',
    'MOHD.ARIF KHAN',
    'mohd.arif',
    'Km.Sunita',
    'Ku.Radha Patel',
    'CA.Rakesh Mehta',
    'CS.Anjali',
    'Pt.Deendayal Upadhyay',
    'Sh.Ramesh',
    'Smt.Kamla',
    'Sk.Rahim',
    'Ch.Charan Singh',
    'Late.Shri.Gopal',
    'Ar.Nisha',
    'मो.आरिफ',
    'कु.राधा',
    'पं.दीनदयाल',
    'मो.Arif',
    'Acme Pvt.Ltd.Indore',
  ])('%s is none', (name) => expect(hasAddress(name)).toBe(false));
});

describe('security 67: characters that cannot be seen', () => {
  test.each([
    ['Braille blank', '\u2800'],
    ['Arabic letter mark', '\u061C'],
    ['tags', '\u{E0001}\u{E0041}'],
    ['variation selectors', '\uFE0F\u{E0100}'],
    ['Mongolian separator', '\u180E'],
    ['Khmer vowels', '\u17B4\u17B5'],
    ['fillers', '\u115F\u1160\u3164\uFFA0'],
    ['embedding and isolates', '\u202A\u202E\u2066\u2069'],
    ['annotations', '\uFFF9\uFFFB'],
    ['shorthand controls', '\u{1BCA0}'],
    ['musical controls', '\u{1D159}\u{1D173}'],
    ['hieroglyph controls', '\u{13430}'],
    ['object replacement', '\uFFFC'],
    ['half a pair', '\uD800'],
    ['noncharacters', '\uFFFF\u{1FFFE}'],
    ['joiners', '\u200C\u200D'],
  ])('%s are left out', (_name, marks) => {
    expect(tidyLine(marks)).toBe('');
    expect(tidyLine(`${marks}Ac${marks}me${marks}`)).toBe('Acme');
  });

  test('joiners stay between two letters of a script that uses them', () => {
    for (const text of ['क्\u200Dष लिमिटेड', 'শ্\u200Dয', 'نمی\u200Cخواهم']) expect(tidyLine(text)).toBe(text);
    expect(tidyLine('\u200Dक\u200D ष\u200C')).toBe('क ष');
    expect(tidyLine('क\u200D\u200D\u200Dष')).toBe('कष');
  });
});
