/**
 * Converts the fonts of documents to TrueType in lib/document/font-files, and subsets the fonts of the installed packages
 * into app/fonts:
 * - the rupee sign (U+20B9), which the packages put into their large extended subsets: a single price would otherwise
 *   load tens of kilobytes;
 * - the names of languages in Devanagari, which the language switch shows on every English page and which would load
 *   all of the script;
 * - the one weight of the display font that is used, from a variable font;
 * - Devanagari as used in Hindi, without hinting, which is half of the file.
 * Run it when a font package changes: `node --import tsx scripts/build-fonts.ts`
 */
import { readFile, writeFile } from 'node:fs/promises';
import { convert } from 'fontverter';
import subsetFont from 'subset-font';
import { LANGUAGES } from '@/lib/i18n/locale';

const MUKTA = '@fontsource/mukta/files/mukta';
const ANEK = '@fontsource-variable/anek-latin/files/anek-latin';

const LATIN = characters([0x20, 0x7e], [0xa0, 0xff], [0x2013, 0x2026], [0x2212]);
const HINDI = characters(
  [0x900, 0x903],
  [0x905, 0x914],
  [0x915, 0x939],
  [0x93c, 0x94d],
  [0x950],
  [0x958, 0x970],
  [0x200c, 0x200d],
  [0x25cc],
);

const OWN_NAMES = Object.values(LANGUAGES)
  .flatMap(({ name, script }) => (script === 'Devanagari' ? name : []))
  .join('');

/** Options of the subsetter that its types do not declare. */
type Options = Parameters<typeof subsetFont>[2] & { noHinting?: true; variationAxes?: Record<string, number> };
type Cut = { from: string; text: string; options?: Options };

const CUTS: Record<string, Cut> = {
  'rupee-mukta-400': { from: `${MUKTA}-latin-ext-400-normal`, text: '₹' },
  'rupee-mukta-600': { from: `${MUKTA}-latin-ext-600-normal`, text: '₹' },
  'rupee-anek': { from: `${ANEK}-latin-ext-wght-normal`, text: '₹' },
  'hindi-mukta-400': { from: `${MUKTA}-devanagari-400-normal`, text: OWN_NAMES, options: { noHinting: true } },
  'latin-anek-700': { from: `${ANEK}-latin-wght-normal`, text: LATIN, options: { variationAxes: { wght: 700 } } },
  'devanagari-mukta-400': { from: `${MUKTA}-devanagari-400-normal`, text: HINDI, options: { noHinting: true } },
  'devanagari-mukta-600': { from: `${MUKTA}-devanagari-600-normal`, text: HINDI, options: { noHinting: true } },
};

for (const [name, { from, text, options }] of Object.entries(CUTS)) {
  const whole = await readFile(`node_modules/${from}.woff2`);
  const all: Options = { targetFormat: 'woff2', ...options };
  const font = await subsetFont(whole, text, all);
  await writeFile(`app/fonts/${name}.woff2`, font);
  console.log(`app/fonts/${name}.woff2: ${font.length} of ${whole.length} bytes`);
}

/** What PDFs use (lib/document/fonts.ts); the Noto fonts beside them come from no package. */
const DOCUMENT_FONTS = {
  mukta: [400, 600],
  'anek-devanagari': [700],
};

for (const [face, weights] of Object.entries(DOCUMENT_FONTS))
  for (const subset of ['latin', 'devanagari', 'latin-ext'])
    for (const weight of weights) {
      const packed = await readFile(`node_modules/@fontsource/${face}/files/${face}-${subset}-${weight}-normal.woff`);
      await writeFile(`lib/document/font-files/${face}-${subset}-${weight}.ttf`, await convert(packed, 'sfnt'));
    }

/** Returns all characters of the given ranges of code points (first and last, inclusive). */
function characters(...ranges: ([first: number, last: number] | [only: number])[]): string {
  return ranges
    .flatMap(([first, last = first]) =>
      Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
    )
    .join('');
}
