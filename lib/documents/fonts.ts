import 'server-only';
import path from 'node:path';
import { Font } from '@react-pdf/renderer';
import { BLANK, breakLines } from './rules';
import { normalized } from '@/lib/platform/unicode';
import { makeSearchable, type ShapingFont } from './searchable';

/**
 * The fonts of the product, one subset per file, made by scripts/build-fonts.ts. TrueType, not WOFF: fontkit would
 * inflate a table of a WOFF file again for every glyph, which took most of the time of a document. Paths are relative to
 * the working directory of the server; `outputFileTracingIncludes` in next.config.mjs adds them to a bundle.
 */
const FONT_FAMILIES = { mukta: 'Mukta', 'anek-devanagari': 'Anek' } as const;
const SUBSETS = ['latin', 'devanagari', 'latin-ext'] as const;
const WEIGHTS = { mukta: [400, 600], 'anek-devanagari': [700] } as const;

/**
 * Other Indian scripts, for names of companies and people; their fonts are loaded only if needed. No further scripts,
 * because fontkit 2 shapes conjuncts of Bengali and Odia incorrectly and throws on syllables of Gujarati, Gurmukhi,
 * Malayalam and Telugu: a question mark with an explanation is better than a misspelt name.
 */
const SCRIPTS = {
  kannada: /\p{Script=Kannada}/u,
  tamil: /\p{Script=Tamil}/u,
} as const;
type Script = keyof typeof SCRIPTS;

type FontFile = { family: string; fontWeight: number; src: string };

const family = (face: keyof typeof FONT_FAMILIES, subset: string) => `${FONT_FAMILIES[face]} ${subset}`;
const scriptFamily = (script: Script) => `Noto ${script}`;
const fontFile = (name: string) =>
  path.join(/* turbopackIgnore: true */ process.cwd(), 'lib/documents/font-files', `${name}.ttf`);

const ownFiles: FontFile[] = (['mukta', 'anek-devanagari'] as const).flatMap((face) =>
  SUBSETS.flatMap((subset) =>
    WEIGHTS[face].map((fontWeight) => ({
      family: family(face, subset),
      fontWeight,
      src: fontFile(`${face}-${subset}-${fontWeight}`),
    })),
  ),
);
const filesOf = (script: Script): FontFile[] =>
  WEIGHTS.mukta.map((fontWeight) => ({
    family: scriptFamily(script),
    fontWeight,
    src: fontFile(`noto-sans-${script}-${fontWeight}`),
  }));
const scripts = Object.keys(SCRIPTS) as Script[];
for (const font of [...ownFiles, ...scripts.flatMap(filesOf)]) Font.register(font);

// `fit` breaks all lines. Hyphenation by react-pdf would change e-mail addresses and references, and it hyphenates at
// font changes, e.g. between Hindi text and a comma.
Font.registerHyphenationCallback((word) => [word]);

/** Values of `fontFamily`; react-pdf uses the first font that contains a character. */
const TEXT_FONT = SUBSETS.map((subset) => family('mukta', subset));
export const DISPLAY_FONT = SUBSETS.map((subset) => family('anek-devanagari', subset));

/** Prepares text for a column; `width` and `size` are in points. */
type Fit = (text: string, column: { width: number; size: number; weight?: 400 | 600 }) => string;

/**
 * The fonts of a document: the value of `fontFamily`, the function that fits text to columns, and whether the text has
 * characters that no font contains.
 */
export type DocumentFonts = { textFont: string[]; fit: Fit; lacksCharacters: boolean };

/** Loads a registered font; throws if it cannot be read. */
async function openFont({ family: fontFamily, fontWeight }: FontFile) {
  await Font.load({ fontFamily, fontWeight });
  const { data } = Font.getFont({ fontFamily, fontWeight });
  if (!data) throw new Error(`The font ${fontFamily} ${fontWeight} could not be read`);
  // The PDF writer identifies fonts by this name, which all subsets of a family share: without this it would embed a
  // font again with every '₹'.
  const postscriptName = `${fontFamily}-${fontWeight}`.replaceAll(' ', '-');
  if (data.postscriptName === postscriptName) return data;
  Object.defineProperty(data, 'postscriptName', { value: postscriptName });
  makeSearchable(data as unknown as ShapingFont);
  return data;
}

/**
 * Loads the fonts for the given texts. The returned `fit` must be applied to all user input: it normalises to NFC,
 * replaces control characters with spaces and unsupported characters with '?' (react-pdf would print a wrong
 * character), and breaks lines to the width of the column.
 */
export async function loadFonts(written: readonly string[]): Promise<DocumentFonts> {
  const all = normalized(written.join(' '), 'NFC');
  const needed = scripts.filter((script) => SCRIPTS[script].test(all));
  const textFont = [...TEXT_FONT, ...needed.map(scriptFamily)];
  const files = [...ownFiles, ...needed.flatMap(filesOf)];
  const opened = await Promise.all(files.map(openFont));
  const ofWeight = (weight: number) =>
    opened.filter((_, index) => textFont.includes(files[index]!.family) && files[index]!.fontWeight === weight);
  const rulers = { 400: ruler(ofWeight(400)), 600: ruler(ofWeight(600)) };
  const fit: Fit = (text, { width, size, weight = 400 }) => {
    const { has, measure } = rulers[weight];
    const printable = Array.from(normalized(text, 'NFC'), (character) => (has(character) ? character : '?')).join('');
    // react-pdf breaks a line again if it fills the column exactly.
    return breakLines(printable, (part) => measure(part) * size, width - 2);
  };
  return { textFont, fit, lacksCharacters: Array.from(all).some((character) => !rulers[400].has(character)) };
}

type LoadedFont = Awaited<ReturnType<typeof openFont>>;

/**
 * Returns functions that check whether the fonts contain a character, and measure shaped text as a multiple of the font
 * size.
 */
function ruler(fonts: readonly LoadedFont[]) {
  const widths = new Map<string, number>();
  const fontOf = (character: string) => fonts.find((font) => font.hasGlyphForCodePoint(character.codePointAt(0)!));
  const measure = (text: string) => {
    let width = widths.get(text);
    if (width !== undefined) return width;
    const runs: { font: LoadedFont | undefined; text: string }[] = [];
    for (const character of text) {
      const font = fontOf(character);
      const last = runs.at(-1);
      if (last && last.font === font) last.text += character;
      else runs.push({ font, text: character });
    }
    width = runs.reduce(
      (sum, run) => sum + (run.font ? run.font.layout(run.text).advanceWidth / run.font.unitsPerEm : 0),
      0,
    );
    widths.set(text, width);
    return width;
  };
  return { has: (character: string) => BLANK.test(character) || fontOf(character) !== undefined, measure };
}
