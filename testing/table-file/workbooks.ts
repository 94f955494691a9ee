import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const CONTENT_TYPES = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${types}.sharedStrings+xml"/></Types>`;

type Parts = {
  /** Rows of the only sheet. */
  rows?: string;
  /** Attributes of the sheet. */
  attributes?: string;
  /** Items of the shared strings. */
  strings?: string;
};

/** Returns a workbook of raw XML parts, as an attacker could write it. */
async function rawWorkbook({ rows = '', attributes = '', strings = '' }: Parts): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  const add = (name: string, xml: string) => zip.addBuffer(Buffer.from(XML + xml), name);
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  const relations = (...all: string[]) => `<Relationships xmlns="${RELATIONS}">${all.join('')}</Relationships>`;
  add('[Content_Types].xml', CONTENT_TYPES);
  add('_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')));
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  );
  add(
    'xl/_rels/workbook.xml.rels',
    relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
    ),
  );
  add(
    'xl/worksheets/sheet1.xml',
    `<worksheet xmlns="${SHEET}"${attributes}><sheetData>${rows}</sheetData></worksheet>`,
  );
  add('xl/sharedStrings.xml', `<sst xmlns="${SHEET}">${strings}</sst>`);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}

const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
const HEADER = `<row r="1">${text('A1', 'City')}</row>`;

/** A workbook within all limits whose texts take seconds to read. */
export const slowWorkbook = () =>
  rawWorkbook({ rows: HEADER, strings: `<si><t>${'&amp;'.repeat(50_000)}</t></si>`.repeat(40) });

/** Small files that used to take minutes or gigabytes to read. */
export const BOMBS: Record<string, () => Promise<Uint8Array<ArrayBuffer>>> = {
  'one cell of two million entities': () =>
    rawWorkbook({ rows: `<row r="1">${text('A1', '&amp;'.repeat(2_000_000))}</row>` }),
  'one tag with millions of attributes': () =>
    rawWorkbook({
      rows: HEADER,
      attributes: Array.from({ length: 1_500_000 }, (_, index) => ` a${index}=""`).join(''),
    }),
  'seven million shared strings': () => rawWorkbook({ rows: HEADER, strings: '<si><t/></si>'.repeat(7_000_000) }),
};

/** Returns an OpenDocument workbook with these rows in its only sheet. */
export async function openDocument(rows: string): Promise<Uint8Array<ArrayBuffer>> {
  const names = 'urn:oasis:names:tc:opendocument:xmlns:';
  const content = `<office:document-content xmlns:office="${names}office:1.0" xmlns:table="${names}table:1.0" xmlns:text="${names}text:1.0"><office:body><office:spreadsheet><table:table table:name="A">${rows}</table:table></office:spreadsheet></office:body></office:document-content>`;
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('application/vnd.oasis.opendocument.spreadsheet'), 'mimetype');
  zip.addBuffer(Buffer.from(XML + content), 'content.xml');
  zip.addBuffer(
    Buffer.from(`${XML}<manifest:manifest xmlns:manifest="${names}manifest:1.0"/>`),
    'META-INF/manifest.xml',
  );
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}
