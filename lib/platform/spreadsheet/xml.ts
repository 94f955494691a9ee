import { cellText, columnLetters, columnWidth, indiaSerial } from './rules';
import type { Cell, CellType, Column } from './schema';

/** The parts of an .xlsx file (ECMA-376, SpreadsheetML); ./workbook.ts zips them. Sheets are counted from 0. */

const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Indexes in `cellXfs` below. */
const HEADER_STYLE = 1;
const STYLES: Record<CellType, number> = { text: 2, number: 3, rupees: 4, moment: 5, day: 6 };

/** Indian digit grouping up to 100 crore; the built-in grouping of Excel depends on the locale of the computer. */
const RUPEES = String.raw`[>=10000000]"₹"##\,##\,##\,##0.00;[>=100000]"₹"##\,##\,##0.00;"₹"#,##0.00`;
const MOMENT = 'dd mmm yyyy hh:mm';
const DAY = 'dd mmm yyyy';
/** The built-in format 'Text': text that looks like a formula remains text when it is edited. */
const TEXT_FORMAT = 49;
const [RUPEES_FORMAT, MOMENT_FORMAT, DAY_FORMAT] = [164, 165, 166];

export const WORKBOOK_PATH = 'xl/workbook.xml';
const fileOf = (sheet: number) => `worksheets/sheet${sheet + 1}.xml`;
export const sheetPath = (sheet: number): string => `xl/${fileOf(sheet)}`;

const xf = (format: number, font = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${font ? ' applyFont="1"' : ''}/>`;

/** Returns the constant parts of a workbook by path. @param count of its sheets */
export function constantParts(count: number): Readonly<Record<string, string>> {
  const sheets = Array.from({ length: count }, (_, sheet) => sheet);
  const types = sheets.map(
    (sheet) => `<Override PartName="/${sheetPath(sheet)}" ContentType="${CONTENT}.worksheet+xml"/>`,
  );
  const relations = sheets.map(
    (sheet) => `<Relationship Id="rId${sheet + 1}" Type="${OFFICE}/worksheet" Target="${fileOf(sheet)}"/>`,
  );
  return {
    '[Content_Types].xml': `${XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${WORKBOOK_PATH}" ContentType="${CONTENT}.sheet.main+xml"/>${types.join('')}<Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
    '_rels/.rels': `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="${WORKBOOK_PATH}"/></Relationships>`,
    'xl/_rels/workbook.xml.rels': `${XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}<Relationship Id="rId${count + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${XML_DECLARATION}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="${RUPEES_FORMAT}" formatCode="${inXml(RUPEES)}"/><numFmt numFmtId="${MOMENT_FORMAT}" formatCode="${MOMENT}"/><numFmt numFmtId="${DAY_FORMAT}" formatCode="${DAY}"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">${xf(0)}${xf(TEXT_FORMAT, 1)}${xf(TEXT_FORMAT)}${xf(0)}${xf(RUPEES_FORMAT)}${xf(MOMENT_FORMAT)}${xf(DAY_FORMAT)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  };
}

/** A sheet that is written: its name, its columns and its rows with the header. */
type Written = { name: string; columns: number; rows: number };

/** Returns the workbook part. It is written after the sheets, because it contains the ranges of their filters. */
export function workbookXml(sheets: readonly Written[]): string {
  const entries = sheets.map(
    ({ name }, at) => `<sheet name="${inXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const names = sheets.flatMap(({ name, columns, rows }, at) => {
    const sheet = inXml(`'${name.replaceAll("'", "''")}'`);
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${sheet}!$A$1:$${columnLetters(columns)}$${rows}</definedName>`,
      // The header is printed on every page.
      `<definedName name="_xlnm.Print_Titles" localSheetId="${at}">${sheet}!$1:$1</definedName>`,
    ];
  });
  return `${XML_DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${entries.join('')}</sheets><definedNames>${names.join('')}</definedNames></workbook>`;
}

/**
 * Returns the start of a sheet including its bold, frozen header row.
 * @param sample cells that determine the column widths
 * @param isOpen whether it is the one that a reader sees first
 */
export function sheetStart(
  columns: readonly Column<never>[],
  sample: readonly (readonly Cell[])[],
  isOpen: boolean,
): string {
  const widths = columns.map(({ header, type }, at) =>
    columnWidth(
      header,
      type,
      sample.map((cells) => cells[at] ?? null),
    ),
  );
  const cols = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`);
  const header = columns.map(({ header }, at) => textCell(`${columnLetters(at + 1)}1`, header, HEADER_STYLE));
  return `${XML_DECLARATION}<worksheet xmlns="${MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView${isOpen ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/><selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${cols.join('')}</cols><sheetData><row r="1">${header.join('')}</row>`;
}

/** Returns a row of the sheet. @param letters column letters from columnLetters */
export function rowXml(row: number, letters: readonly string[], types: readonly CellType[], cells: readonly Cell[]) {
  let xml = `<row r="${row}">`;
  for (const [at, cell] of cells.entries()) {
    if (cell === null || cell === '') continue;
    const [place, style] = [letters[at]! + row, STYLES[types[at]!]];
    if (typeof cell === 'string') xml += textCell(place, cell, style);
    else xml += `<c r="${place}" s="${style}"><v>${typeof cell === 'number' ? cell : indiaSerial(cell)}</v></c>`;
  }
  return `${xml}</row>`;
}

/** Printed on A4, landscape, as wide as a page, with the number of each page. */
const PRINT =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>' +
  '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>' +
  '<headerFooter><oddFooter>&amp;C&amp;A, &amp;P / &amp;N</oddFooter></headerFooter>';

/** Returns the end of the sheet. */
export function sheetEnd(columns: number, rows: number): string {
  return `</sheetData><autoFilter ref="A1:${columnLetters(columns)}${rows}"/>${PRINT}</worksheet>`;
}

/** Returns a cell of type inline string, which is never evaluated as a formula. */
function textCell(place: string, text: string, style: number): string {
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${inCell(cellText(text))}</t></is></c>`;
}

const UNUSUAL = /[&<>_\0-\x08\x0B-\x1F\uFFFE\uFFFF]/;

/**
 * Escapes text the way Excel does (ST_Xstring): characters that XML does not allow become _xHHHH_, and so does an
 * underscore that would start such a sequence.
 */
function inCell(text: string): string {
  if (!UNUSUAL.test(text)) return text;
  return inXml(text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')).replace(
    /[\0-\x08\x0B-\x1F\uFFFE\uFFFF]/g,
    (mark) => `_x${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}

function inXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
