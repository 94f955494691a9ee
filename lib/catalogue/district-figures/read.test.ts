import { describe, expect, test } from 'vitest';
import { readSheets } from '@/lib/platform/table-file/read';
import { localBoundaries } from '@/lib/map/local-boundaries';
import * as XLSX from 'xlsx';
import { DISTRICTS, districtNamed } from '../places/rules';
import { readFigures } from './read';
import { isUsable } from './schema';

const read = (text: string) => readFigures(readSheets(new TextEncoder().encode(text)));
const fileOf = (text: string) => {
  const result = read(text);
  if (!result.ok) throw new Error(result.problem.code);
  return result.file;
};
const problemOf = (text: string) => {
  const result = read(text);
  return result.ok ? null : result.problem;
};

describe('a file with figures of districts', () => {
  test('names districts in English or Hindi, with other names and the word itself', () => {
    const file = fileOf(
      'S.No,District,CSR rupees per person\n1,Indore,"1,25,000.50"\n2,Hoshangabad,₹ 12\n3,धार,३.५\n4,DINDORI DISTRICT,0\n',
    );
    expect(file).toMatchObject({ column: 'CSR rupees per person', unknown: [], twice: [], wrong: [], left_out: [] });
    expect(file.matched).toEqual([
      { district: 'Indore', figure: 125000.5 },
      { district: 'Narmadapuram', figure: 12 },
      { district: 'Dhar', figure: 3.5 },
      { district: 'Dindori', figure: 0 },
    ]);
    expect(file.missing).toHaveLength(DISTRICTS.length - 4);
    expect(isUsable(file)).toBe(true);
  });

  test('may say source and year in columns, where all rows agree, and stand below a heading', () => {
    const rows =
      'CSR in Madhya Pradesh\n\nDistrict,Figure,Source,Year\nIndore,1,State report,2023\nDhar,2,State report,2022\n';
    expect(fileOf(rows)).toMatchObject({ source: 'State report', year: null, column: 'Figure' });
    expect(fileOf('ज़िला,आँकड़ा\nइंदौर,5')).toMatchObject({ matched: [{ district: 'Indore', figure: 5 }], source: null });
  });

  test('leaves sums out, and names every row that cannot be used', () => {
    const file = fileOf(
      [
        'District,Figure',
        'Indore,1',
        'Indor,2',
        'Pithampur,2',
        ',7',
        'Dhar,5',
        'Dhar,5',
        'Rewa,-3',
        'Satna,=1+2',
        'Bhopal,about 3',
        'Sagar,',
        'Ujjain,1.2.3',
        'Total,30',
      ].join('\n'),
    );
    expect(file.unknown).toEqual([
      { line: 3, name: 'Indor' },
      { line: 4, name: 'Pithampur' },
      { line: 5, name: '' },
    ]);
    expect(file.twice).toEqual([{ district: 'Dhar', lines: [6, 7] }]);
    expect(file.wrong.map(({ name, problem }) => [name, problem])).toEqual([
      ['Rewa', 'negative'],
      ['Satna', 'formula'],
      ['Bhopal', 'number'],
      ['Sagar', 'empty'],
      ['Ujjain', 'number'],
    ]);
    expect(file.left_out).toEqual([{ line: 13, name: 'Total' }]);
    expect(file.matched).toEqual([{ district: 'Indore', figure: 1 }]);
    expect(isUsable(file)).toBe(false);
  });

  test('is refused without a column of districts, of figures, or with several, and with more rows than districts', () => {
    expect(problemOf('City,Figure\nIndore,1')).toEqual({ code: 'no_district' });
    expect(problemOf('District,Source\nIndore,a')).toEqual({ code: 'no_figure' });
    expect(problemOf('District,CSR 2022,CSR 2023\nIndore,1,2')).toEqual({
      ...{ code: 'several_figures', params: { columns: 'CSR 2022, CSR 2023' } },
    });
    expect(problemOf(`District,Figure\n${'Indore,1\n'.repeat(501)}`)).toMatchObject({ code: 'too_many_rows' });
    expect(problemOf('')).toEqual({ code: 'empty' });
    expect(isUsable(fileOf('District,Figure\nTotal,1'))).toBe(false);
  });

  test('may be a workbook, whose formulas count as the values that it shows, and hidden sheets not at all', () => {
    const book = XLSX.utils.book_new();
    const hidden = XLSX.utils.aoa_to_sheet([
      ['District', 'Figure'],
      ['Indore', 99],
    ]);
    const shown = XLSX.utils.aoa_to_sheet([
      ['District', 'Figure'],
      ['Indore', 1.239],
      ['Dhar', 0],
    ]);
    shown.B3 = { t: 'n', f: '2*2', v: 4 };
    XLSX.utils.book_append_sheet(book, hidden, 'Old');
    XLSX.utils.book_append_sheet(book, shown, 'New');
    book.Workbook = { Sheets: [{ Hidden: 1 }, { Hidden: 0 }] };
    const bytes = new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
    const result = readFigures(readSheets(bytes));
    expect(result).toMatchObject({
      ok: true,
      file: { matched: [{ district: 'Indore', figure: 1.24 }, { figure: 4 }] },
    });
  });
});

test('the map names the districts as the figures do', () => {
  for (const { properties } of localBoundaries().features)
    expect(districtNamed(properties.district)).toBe(properties.district);
});
