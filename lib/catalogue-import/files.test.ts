import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogueFile } from './read';

const FOLDER = join(process.cwd(), 'testing/catalogue-import/files');

/** What is expected of a file: the valid rows as line, institute, branch, seats and rupees; the invalid ones; or why it is refused. */
type Expected = { rows: string[]; bad?: string[]; sheets?: string[]; hiddenRows?: number } | { refused: string };

const FITTER = '2 Ex Fitter 20 12500';
const GOVERNMENT = '2 Government ITI Example Fitter 20 12500';
const OF_OTHER_PROGRAMS = ['2 शासकीय आईटीआई, उदाहरण ₹ Fitter 20 12500', '3 Ex & Co <x> Welder 40 120000.5'];

const INSTITUTE = 'Government Polytechnic, Example';
const MERGED = [
  '2 Government Polytechnic, Example Rewa Civil Engineering 60 42000',
  '3 - Mechanical Engineering 60 42000',
  '4 - Electrical Engineering 60 42000',
  '5 Government Polytechnic, Example Satna Civil Engineering 60 42000',
  '6 - Mechanical Engineering 60 42000',
];

const FILES: Record<string, Expected> = {
  'cat-cover-sheet.xlsx': { rows: [FITTER], sheets: ['Intake', 'Cover'] },
  'cat-date-as-seats.xlsx': { rows: [], bad: ['2 seats_not_whole', '3 seats_not_whole'] },
  'cat-formulas-uncached.xlsx': { rows: ['3 - Welder 20 12500'], bad: ['2 missing missing'] },
  'cat-gnumeric.xlsx': { rows: OF_OTHER_PROGRAMS },
  'cat-hidden-first-sheet.xlsx': { rows: [FITTER], sheets: ['Intake', 'Lists'] },
  'cat-hidden-row.xlsx': { rows: [FITTER, '3 Ex closed Turner 20 12500', '4 Ex Welder 20 12500'], hiddenRows: 1 },
  'cat-libreoffice.xlsx': { rows: OF_OTHER_PROGRAMS },
  'cat-merged-institute.xlsx': {
    rows: MERGED.map((row) => row.replace(' - ', ` ${INSTITUTE} ${row < '5' ? 'Rewa' : 'Satna'} `)),
  },
  'cat-poi5-opc.xlsx': { rows: OF_OTHER_PROGRAMS },
  'cat-prefixed.xlsx': { rows: ['2 Ex ITI Fitter 20 12500'] },
  'cat-rich-text.xlsx': { rows: ['2 Govt. ITI Example Fitter 20 12500'] },
  'cat-strict.xlsx': { rows: OF_OTHER_PROGRAMS },
  'cat-struck-row.xlsx': { rows: [FITTER, '3 Ex Welder 20 12500'] },
  'cat-text-numbers.xlsx': { rows: ['2 Ex Fitter 20 120000', '3 Ex Welder 20 120000.5', '4 Ex Turner 20 12500'] },
  'cat-title-rows.xlsx': { rows: ['4 Ex Fitter 20 12500'] },
  'excel-escaped.csv': { rows: [GOVERNMENT] },
  'fee-in-rupee-sign.csv': { rows: [FITTER] },
  'fee-in-lakh-title.csv': { refused: 'columns_missing' },
  'fee-meant-in-lakh.csv': { rows: ['4 Govt ITI Namuna Turner 20 125000'], bad: ['2 price_low', '3 price_low'] },
  'fee-meant-in-lakh-whole.csv': {
    rows: ['4 Govt ITI Namuna Turner 20 125000'],
    bad: ['2 price_low', '3 price_low'],
  },
  'fee-small-whole.csv': { rows: ['2 Govt ITI Namuna Fitter 20 50', '3 Govt ITI Namuna Welder 20 0'] },
  'fee-per-semester.csv': { refused: 'columns_missing' },
  'fee-whole-course.csv': { refused: 'columns_missing' },
  'half-yearly-fee-title.csv': { refused: 'columns_missing' },
  'intake-admitted-vacant.csv': {
    rows: ['2 Govt ITI Namuna Fitter 20 12500', '3 Govt ITI Namuna Welder 40 12500'],
  },
  'iti-seat-available.csv': { rows: ['2 Govt ITI Namuna Fitter 20 2500'] },
  // The seats that are left.
  'iti-seats-left-beside.csv': { rows: ['2 Govt ITI Namuna Fitter 20 2500'] },
  'ncvt-trades.csv': {
    rows: ['2 Govt ITI Namuna Electrician 40 2500', '4 Govt ITI Namuna Satna Fitter 20 2500'],
    bad: ['3 missing', '5 missing missing missing missing'],
  },
  'portal-table.xls': { rows: ['2 Govt ITI & Centre Namuna Fitter 20 12500'] },
  'seats-and-total-seats.csv': { rows: ['2 College Namuna Civil Engineering 60 42000'] },
  'fee-rupee-sign.csv': { rows: [FITTER] },
  'fee-words.csv': {
    rows: [
      ...['2 Ex A 20 12500', '3 Ex B 20 12500', '4 Ex C 20 12500', '6 Ex E 20 12500', '7 Ex F 20 125000'],
      ...['8 Ex G 20 125000', '9 Ex H 20 125000', '10 Ex I 20 125000', '16 Ex O 20 125000'],
    ],
    // A decimal comma among decimal points, words beside figures, 'Free', 'Nil', '12,50,0'.
    bad: [...['5', '11', '12', '13', '14'].map((line) => `${line} price_not_amount`), '15 price_low'],
  },
  'hindi-values.csv': {
    rows: [
      '2 शासकीय औद्योगिक प्रशिक्षण संस्था उदाहरण फिटर 20 12500',
      '3 Government ITI, Example Welder 40 12500',
      '4 शासकीय आईटीआई उदाहरण वेल्डर 40 12500',
    ],
  },
  'inner-quotes.csv': { rows: ['2 Govt. ITI "Mahila" Example Fitter 20 12500'] },
  'merged-institute.csv': { rows: MERGED },
  'nbsp-numbers.csv': { rows: [GOVERNMENT] },
  'remarks-beyond.csv': { rows: [FITTER, '3 Ex Welder 20 12500'] },
  'scientific.csv': { rows: [], bad: ['2 price_not_amount', '3 seats_not_whole'] },
  'semicolon-decimal-comma.csv': { rows: [FITTER, '3 Ex Welder 20 12500.5'] },
  'sep-line.csv': { rows: ['3 Government ITI Example Fitter 20 12500'] },
  'title-rows.csv': {
    rows: ['4 Government ITI, Example Fitter 20 12500', '5 Government ITI, Example 2 Welder 40 12500'],
  },
  'totals-and-notes.csv': {
    rows: ['2 Government ITI, Example Fitter 20 12500', '3 Government ITI, Example Welder 40 12500'],
    bad: ['4 missing missing missing', '5 missing missing missing missing'],
  },
  'units-and-shifts.csv': {
    rows: ['2 Government ITI, Example Fitter (Shift I) 20 12500', '3 Government ITI, Example Fitter 20 12500'],
    bad: ['4 duplicate', '5 seats_not_whole', '6 seats_not_whole'],
  },
  'windows-1252.csv': { rows: ['2 Government ITI – Example Fitter 20 12500'] },
  'wrapped-header.csv': { refused: 'columns_ambiguous' },
  'year-in-title.csv': { rows: [FITTER] },
};

function outcomeOf(bytes: Uint8Array<ArrayBuffer>, name: string): Expected {
  const read = readCatalogueFile(bytes, name);
  if (!read.ok) return { refused: read.problem.code };
  const rows = read.rows.map(({ line, institute, branch, totalSeats, pricePaise }) =>
    [line, institute ?? '-', branch, totalSeats, pricePaise / 100].join(' '),
  );
  const bad = read.bad.map(({ line, problems }) => [line, ...problems.map(({ code }) => code)].join(' '));
  const { sheet, otherSheets, hiddenRows } = read.note;
  const sheets = otherSheets.length > 0 && { sheets: [sheet, ...otherSheets] };
  return { rows, ...(bad.length > 0 && { bad }), ...sheets, ...(hiddenRows > 0 && { hiddenRows }) };
}

test.each(Object.entries(FILES))('%s is read as it is meant', (name, expected) => {
  expect(outcomeOf(new Uint8Array(readFileSync(join(FOLDER, name))), name)).toEqual(expected);
});

test('every file of the folder is in the table', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(Object.keys(FILES).toSorted());
});

/** Files of our own: rows of Rewa, ITI; each text is a whole file. */
const TEXTS: [name: string, text: string, expected: Expected][] = [
  [
    'titles in Hindi',
    'संस्थावार सीटें 2026-27\nशहर,संस्था का नाम,पाठ्यक्रम,ट्रेड,कुल सीटें,वार्षिक शुल्क (₹)\nरीवा,शासकीय आईटीआई,आई.टी.आई.,फिटर,२०,"१२,५००"',
    { rows: ['3 शासकीय आईटीआई फिटर 20 12500'] },
  ],
  [
    'full-width digits, lakh and another spelling of the type',
    'City,College,Course,Branch,Intake (2026-27),Fee p.a.\nRewa,Ex,B.E.,Civil,６０,1.25 lakh',
    { refused: 'columns_missing' },
  ],
  [
    'the same with a known title',
    'City,College,Course,Branch,Intake (2026-27),Annual Tuition Fee\nRewa,Ex,B.E.,Civil,６０,1.25 lakh',
    { rows: ['2 Ex Civil 60 125000'] },
  ],
  [
    'several codes of the institute, and one of letters alone',
    'City,College,College Code,AISHE Code,Course,Branch,Seats,Fee\nRewa,Ex,EX,C-41234,ITI,Fitter,20,12500\nRewa,Ex 2,SATI,,ITI,Fitter,20,12500',
    { rows: ['2 Ex Fitter 20 12500', '3 Ex 2 Fitter 20 12500'] },
  ],
  [
    'the same code of the institute twice',
    'City,College,AISHE Code,AISHE Code,Course,Branch,Seats,Fee\nRewa,Ex,C-1,C-2,ITI,Fitter,20,12500',
    { refused: 'columns_ambiguous' },
  ],
  [
    'intakes of two years',
    'City,College,Course,Branch,Intake 2025-26,Intake 2026-27,Fee\nRewa,Ex,ITI,Civil,60,90,12500',
    { refused: 'columns_ambiguous' },
  ],
  [
    'a fee per month or per semester',
    'City,College,Course,Branch,Seats,Fee (per month)\nRewa,Ex,ITI,Fitter,20,12500',
    { refused: 'columns_missing' },
  ],
  [
    'a fee for another time than a year',
    'City,College,Course,Branch,Seats,Fee\nRewa,Ex,ITI,Fitter,20,"12,500 per semester"\nRewa,Ex,ITI,Welder,20,"12,500/- per annum"',
    { rows: ['3 Ex Welder 20 12500'], bad: ['2 price_not_amount'] },
  ],
  [
    'letterhead, empty lines and a header in capitals',
    'GOVERNMENT OF MADHYA PRADESH,,,,,\n,,,,,\nCity: all,,Page 1,,,\nCITY,INSTITUTION,TYPE,TRADE,NO. OF SEATS,FEES (RS.)\nRewa,Ex,ITI,Fitter,20,12500',
    { rows: ['5 Ex Fitter 20 12500'] },
  ],
  [
    'a fraction of a seat, a negative one, a range',
    'City,College,Course,Branch,Seats,Fee\nRewa,Ex,ITI,A,20.5,1\nRewa,Ex,ITI,B,-20,1\nRewa,Ex,ITI,C,20-24,1',
    { rows: [], bad: ['2 seats_not_whole', '3 seats_range', '4 seats_not_whole'] },
  ],
  [
    'a comma that may be either mark',
    'City;College;Course;Branch;Seats;Fee\nRewa;Ex;ITI;A;20;12,500\nRewa;Ex;ITI;B;20;12500,50',
    { rows: ['2 Ex A 20 12500'], bad: ['3 price_not_amount'] },
  ],
  [
    'open and closed courses',
    'City,College,Course,Branch,Seats,Fee,Open\nRewa,Ex,ITI,A,20,1,हाँ\nRewa,Ex,ITI,B,20,1,Closed\nRewa,Ex,ITI,C,20,1,perhaps',
    { rows: ['2 Ex A 20 1', '3 Ex B 20 1'], bad: ['4 bad_open'] },
  ],
];

test.each(TEXTS)('a file with %s is read as it is meant', (_name, text, expected) => {
  expect(outcomeOf(new TextEncoder().encode(text), 'own.csv')).toEqual(expected);
});
