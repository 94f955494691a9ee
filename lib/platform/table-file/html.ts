import { Refused } from './schema';

const XML_WORKBOOK = /urn:(schemas-microsoft-com:office:spreadsheet|oasis:)/;

/**
 * Returns HTML or XML as the library reads it: without comments and without what follows the last table, because its
 * patterns take time with the square of the openings that have no end (CVE-2024-22363).
 * @throws Refused if HTML has no table
 */
export function readableMarkup(text: string): string {
  const markup = withoutComments(text).trimStart();
  return XML_WORKBOOK.test(markup.slice(0, 4000)) ? markup : tablesOf(markup);
}

function withoutComments(text: string): string {
  const [first = '', ...parts] = text.split('<!--');
  return first + parts.map((part) => (part.includes('-->') ? part.slice(part.indexOf('-->') + 3) : '')).join('');
}

/** Also without a declaration of XML, with which the library takes HTML for a workbook, and with decoded characters. */
function tablesOf(html: string): string {
  const [tables] = /^.*<\/table[^<>]*>/is.exec(html) ?? [];
  if (!tables) throw new Refused('not_a_table');
  return tables
    .replace(/^<\?xml[^<>]*>\s*/i, '')
    .replace(/&#(x[\da-f]{1,6}|\d{1,7});/gi, (reference, digits: string) => {
      const code = Number(digits.toLowerCase().replace(/^x/, '0x'));
      return MARKUP.includes(code) || code > 0x10ffff ? reference : String.fromCodePoint(code);
    });
}

/** Signs that would become markup: < > & */
const MARKUP = [0x3c, 0x3e, 0x26];
