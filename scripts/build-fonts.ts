/**
 * Converts the fonts of documents to TrueType in lib/documents/font-files, and subsets the fonts of the installed packages
 * into app/fonts:
 * - the rupee sign (U+20B9), which the packages put into their large extended subsets: a single price would otherwise
 *   load tens of kilobytes;
 * - the names of languages in Devanagari, which the language switch shows on every English page and which would load
 *   all of the script;
 * - the one weight of the display font that is used, from a variable font;
 * - Latin as our texts use it, which every page loads first, and apart from it the letters of other European languages;
 * - Devanagari as used in Hindi.
 * Without hinting, which is a third to a half of a file.
 * Run it when a font package changes: `node --import tsx scripts/build-fonts.ts`
 */
import { readFile, writeFile } from 'node:fs/promises';
import { convert } from 'fontverter';
import subsetFont from 'subset-font';
import { LANGUAGES } from '@/lib/platform/i18n/locale';

const MUKTA = '@fontsource/mukta/files/mukta';
const ANEK = '@fontsource-variable/anek-latin/files/anek-latin';

const LATIN = characters(
  [0x20, 0x7e],
  [0xa0],
  [0xa9],
  [0xb0],
  [0xb7],
  [0xd7],
  [0x2013, 0x2014],
  [0x2018, 0x201d],
  [0x2022],
  [0x2026],
  [0x2212],
);
const OTHER_LATIN = [...characters([0xa1, 0xff], [0x2015, 0x2025])]
  .filter((letter) => !LATIN.includes(letter))
  .join('');
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
type Options = Parameters<typeof subsetFont>[2] & { noHinting: true; variationAxes?: Record<string, number> };
type Cut = { from: string; text: string; weight?: number };

const CUTS: Record<string, Cut> = {
  'rupee-mukta-400': { from: `${MUKTA}-latin-ext-400-normal`, text: '₹' },
  'rupee-mukta-600': { from: `${MUKTA}-latin-ext-600-normal`, text: '₹' },
  'rupee-anek': { from: `${ANEK}-latin-ext-wght-normal`, text: '₹' },
  'hindi-mukta-400': { from: `${MUKTA}-devanagari-400-normal`, text: OWN_NAMES },
  'latin-mukta-400': { from: `${MUKTA}-latin-400-normal`, text: LATIN },
  'latin-mukta-600': { from: `${MUKTA}-latin-600-normal`, text: LATIN },
  'latin-anek-700': { from: `${ANEK}-latin-wght-normal`, text: LATIN, weight: 700 },
  'other-latin-mukta-400': { from: `${MUKTA}-latin-400-normal`, text: OTHER_LATIN },
  'other-latin-mukta-600': { from: `${MUKTA}-latin-600-normal`, text: OTHER_LATIN },
  'other-latin-anek-700': { from: `${ANEK}-latin-wght-normal`, text: OTHER_LATIN, weight: 700 },
  'devanagari-mukta-400': { from: `${MUKTA}-devanagari-400-normal`, text: HINDI },
  'devanagari-mukta-600': { from: `${MUKTA}-devanagari-600-normal`, text: HINDI },
  'devanagari-anek-700': {
    from: '@fontsource/anek-devanagari/files/anek-devanagari-devanagari-700-normal',
    text: HINDI,
  },
};

for (const [name, { from, text, weight }] of Object.entries(CUTS)) {
  const whole = await readFile(`node_modules/${from}.woff2`);
  const options: Options = { targetFormat: 'woff2', noHinting: true };
  const font = await subsetFont(whole, text, weight ? { ...options, variationAxes: { wght: weight } } : options);
  await writeFile(`app/fonts/${name}.woff2`, font);
  console.log(`app/fonts/${name}.woff2: ${font.length} of ${whole.length} bytes`);
}

/** What PDFs use (lib/documents/fonts.ts); the Noto fonts beside them come from no package. */
const DOCUMENT_FONTS = {
  mukta: [400, 600],
  'anek-devanagari': [700],
};

for (const [face, weights] of Object.entries(DOCUMENT_FONTS))
  for (const subset of ['latin', 'devanagari', 'latin-ext'])
    for (const weight of weights) {
      const packed = await readFile(`node_modules/@fontsource/${face}/files/${face}-${subset}-${weight}-normal.woff`);
      await writeFile(`lib/documents/font-files/${face}-${subset}-${weight}.ttf`, await convert(packed, 'sfnt'));
    }

/** Returns all characters of the given ranges of code points (first and last, inclusive). */
function characters(...ranges: ([first: number, last: number] | [only: number])[]): string {
  return ranges
    .flatMap(([first, last = first]) =>
      Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)),
    )
    .join('');
}
