import { expect, test } from 'vitest';
import { badRowsFile } from './bad-file';
import { readCatalogueFile } from './read';

const BAD = [
  {
    line: 7,
    problems: ['City is missing', 'Price "x" is not an amount'],
    values: ['', 'A "B", C', 'ITI', 'Fitter', '20', 'x'],
  },
  { line: 9, problems: ['Total Seats "-5"'], values: ['Rewa', '=HYPERLINK("x")', 'ITI', 'Welder', '-5', '12500'] },
  { line: 11, problems: ['Total Seats 2 is less'], values: [] },
];

test('the file of the invalid rows has what they had, their lines and the reasons', async () => {
  const lines = (await badRowsFile(BAD).text()).split('\r\n');
  expect(lines).toEqual([
    'City,Institute,Course Type,Branch,Total Seats,Price per Seat per Year,Line,Reasons',
    ',"A ""B"", C",ITI,Fitter,20,x,7,"City is missing; Price ""x"" is not an amount"',
    `Rewa,"'=HYPERLINK(""x"")",ITI,Welder,'-5,12500,9,"Total Seats ""-5"""`,
    ',,,,,,11,Total Seats 2 is less',
    '',
  ]);
});

test('it can be imported as it is, with the same problems', async () => {
  const bytes = new Uint8Array(await badRowsFile(BAD.slice(0, 2)).arrayBuffer());
  const read = await readCatalogueFile(bytes, 'bad-rows.csv');
  expect(read).toMatchObject({ ok: true, bad: [{ line: 2 }, { line: 3, problems: [{ code: 'seats_range' }] }] });
});
