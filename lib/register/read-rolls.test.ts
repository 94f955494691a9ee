import { expect, test } from 'vitest';
import { utils, write } from 'xlsx';
import { readSheets } from '@/lib/platform/table-file/read';
import { readMarks, readRolls } from './read-rolls';

const read = (text: string) => readRolls(readSheets(Buffer.from(text)));

test('the column of roll numbers is found by its title in both languages, with the lines of the file', () => {
  const file =
    'Government Polytechnic,,\n\nS.No.,Student Name,Roll No.\n1,Asha,0101CS231001\n2,Ravi,\n3,Meena,0101CS231003\n';
  expect(read(file)).toMatchObject({
    ok: true,
    rows: [
      { line: 4, roll: '0101CS231001' },
      { line: 6, roll: '0101CS231003' },
    ],
    problems: [{ line: 5, problem: 'empty' }],
  });
  for (const title of [
    'Enrollment Number',
    'enrolment no',
    'ROLL NUMBER',
    'Reg. No.',
    'रोल नंबर',
    'नामांकन क्रमांक',
    'अनुक्रमांक',
  ])
    expect(read(`${title};Name\n77;Asha\n`), title).toMatchObject({ ok: true, rows: [{ line: 2, roll: '77' }] });
});

test.each(['xlsx', 'biff8', 'ods'] as const)(
  'a cover sheet with one cell does not hide the list behind it: %s',
  (bookType) => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([['Session 2026-27']]), 'Cover');
    const rows = [
      ['S.No', 'अनुक्रमांक'],
      [1, '00123'],
      [2, 202612345678],
      [3, 'CS-231/004'],
    ];
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Trade');
    const file = new Uint8Array(write(book, { type: 'buffer', bookType }) as Buffer);
    expect(readRolls(readSheets(file))).toMatchObject({
      ok: true,
      rows: [
        { line: 2, roll: '00123' },
        { line: 3, roll: '202612345678' },
        { line: 4, roll: 'CS-231/004' },
      ],
      other_sheets: ['Cover'],
    });
  },
);

test('a file with one column alone needs no title', () => {
  expect(read('0101CS1\n0101CS2\n')).toMatchObject({ ok: true, rows: [{ line: 1 }, { line: 2 }] });
});

test('nothing but roll numbers leaves the file', () => {
  expect(JSON.stringify(read('Name,Mobile,Roll No\nAsha Patel,9826012345,12\n'))).not.toMatch(/Asha|98260/);
});

test('files without such a column, empty ones and too long ones are refused', () => {
  expect(read('Name,City\nAsha,Bhopal\n')).toEqual({ ok: false, problem: { code: 'no_column' } });
  expect(read('')).toMatchObject({ ok: false, problem: { code: 'empty' } });
  expect(read(`Roll\n${Array.from({ length: 5_001 }, (_, index) => index + 1).join('\n')}\n`)).toMatchObject({
    ok: false,
    problem: { code: 'too_many_rows' },
  });
});

test('H2 a line with more values than titles is named: a comma has moved the number, or what is said of the student', () => {
  const list = 'S.No.,Address,Roll No.\n1,Ward 4,101\n2,House 12, 7 MG Road,102\n3,Ward 5,103\n';
  expect(read(list)).toMatchObject({
    ok: true,
    rows: [
      { line: 2, roll: '101' },
      { line: 4, roll: '103' },
    ],
    problems: [{ line: 3, problem: 'cells' }],
  });
  const marks = readMarks(readSheets(Buffer.from('Roll,Name,Result\n1,Rao, Anil,Fail\n2,Meena,Pass\n')));
  expect(marks).toMatchObject({
    ok: true,
    rows: [{ line: 3, roll: '2', state: 'Pass' }],
    problems: [{ line: 2, problem: 'cells' }],
  });
  // A number before the comma is the one that was meant, unless it is two.
  expect(read('Roll No,Name\n101,Rao, Anil\n102,Meena\n103,104,Asha\n')).toMatchObject({
    rows: [
      { line: 2, roll: '101' },
      { line: 3, roll: '102' },
    ],
    problems: [{ line: 4, problem: 'cells' }],
  });
  // Titles may leave columns out, and a workbook has its cells in their places.
  expect(read('Name,Roll No\nAsha,101,x\nMeena,102,y\n')).toMatchObject({ rows: [{ roll: '101' }, { roll: '102' }] });
});

test('what is said of each student is beside the roll number', () => {
  const marks = (text: string) => readMarks(readSheets(Buffer.from(text)));
  expect(
    marks('Class list\n\nS.No.,Roll No.,Name,Attendance\n1,CS1,Asha,Present\n2,,Ravi,Absent\n3,CS3,Meena,\n'),
  ).toMatchObject({
    ok: true,
    rows: [
      { line: 4, roll: 'CS1', state: 'Present' },
      { line: 6, roll: 'CS3', state: '' },
    ],
    problems: [{ line: 5, problem: 'empty' }],
  });
  expect(marks('परिणाम;रोल नंबर\nउत्तीर्ण;77\n')).toMatchObject({
    ok: true,
    rows: [{ line: 2, roll: '77', state: 'उत्तीर्ण' }],
  });
  expect(marks('Roll No,Name\n1,Asha\n')).toEqual({ ok: false, problem: { code: 'no_state' } });
  expect(marks('Name,Result\nAsha,Pass\n')).toEqual({ ok: false, problem: { code: 'no_column' } });
});

test('the day of admission beside a number is read, where there is one', () => {
  const file = 'Roll No,Name,Date of Admission\n101,Asha,05/08/2026\n102,Ravi,\n103,Meena,in August\n';
  expect(read(file)).toMatchObject({
    ok: true,
    rows: [
      { line: 2, roll: '101', from_day: '2026-08-05' },
      { line: 3, roll: '102' },
      { line: 4, roll: '103' },
    ],
  });
  const rows = (title: string) => {
    const found = read(`Roll No;${title}\n77;5-Aug-26\n`);
    return found.ok && found.rows[0]!.from_day;
  };
  for (const title of ['Admission Date', 'DOA', 'Date of joining', 'प्रवेश तिथि', 'प्रवेश दिनांक'])
    expect(rows(title), title).toBe('2026-08-05');
  expect(rows('Date of birth')).toBeUndefined();
});
