import 'server-only';
import path from 'node:path';
import { Font } from '@react-pdf/renderer';
import { BLANK, breakLines } from './rules';

/**
 * The faces of the look, as static files: react-pdf reads .woff, one subset a file. They are read where npm put them,
 * seen from the directory the server runs in; `outputFileTracingIncludes` in next.config.ts carries them into a bundle.
 */
const FONT_FAMILIES = { mukta: 'Mukta', 'anek-devanagari': 'Anek' } as const;
const SUBSETS = ['latin', 'devanagari', 'latin-ext'] as const;
const WEIGHTS = { mukta: [400, 600], 'anek-devanagari': [700] } as const;

/**
 * Other scripts of India, for names of companies and people; opened only where one is written. No others, because fontkit 2
 * sets conjuncts of Bengali and Odia wrongly and throws at syllables of Gujarati, Gurmukhi, Malayalam and Telugu: a question
 * mark that is explained is better than a name that is misspelt.
 */
const SCRIPTS = {
  kannada: /\p{Script=Kannada}/u,
  tamil: /\p{Script=Tamil}/u,
} as const;
type Script = keyof typeof SCRIPTS;

type FontFile = { family: string; fontWeight: number; src: string };

const family = (face: keyof typeof FONT_FAMILIES, subset: string) => `${FONT_FAMILIES[face]} ${subset}`;
const scriptFamily = (script: Script) => `Noto ${script}`;
const file = (name: string) => path.join(/* turbopackIgnore: true */ process.cwd(), name);

const ownFiles: FontFile[] = (['mukta', 'anek-devanagari'] as const).flatMap((face) =>
  SUBSETS.flatMap((subset) =>
    WEIGHTS[face].map((fontWeight) => ({
      family: family(face, subset),
      fontWeight,
      src: file(`node_modules/@fontsource/${face}/files/${face}-${subset}-${fontWeight}-normal.woff`),
    })),
  ),
);
const filesOf = (script: Script): FontFile[] =>
  WEIGHTS.mukta.map((fontWeight) => ({
    family: scriptFamily(script),
    fontWeight,
    src: file(`lib/document/font-files/noto-sans-${script}-${fontWeight}.woff`),
  }));
const scripts = Object.keys(SCRIPTS) as Script[];
for (const face of [...ownFiles, ...scripts.flatMap(filesOf)]) Font.register(face);

// `fit` breaks all lines. react-pdf would hyphenate, which falsifies an address or a reference, and it takes the border
// between two faces, say Hindi and its comma, for a place to do so.
Font.registerHyphenationCallback((word) => [word]);

/** Stacks for `fontFamily`; react-pdf takes each character from the first face that has it. */
const TEXT_FONT = SUBSETS.map((subset) => family('mukta', subset));
export const DISPLAY_FONT = SUBSETS.map((subset) => family('anek-devanagari', subset));

/** Prepares a text for a column: `width` and `size` in points, `weight` of the text face. */
export type Fit = (text: string, column: { width: number; size: number; weight?: 400 | 600 }) => string;

/** The faces of one paper: their stack for `fontFamily`, what fits texts into columns, and whether a text has characters that none of them has. */
export type DocumentFonts = { textFont: string[]; fit: Fit; lacksCharacters: boolean };

/** Opens a registered file; throws when it is not there. */
async function openFace({ family: fontFamily, fontWeight }: FontFile) {
  await Font.load({ fontFamily, fontWeight });
  const { data } = Font.getFont({ fontFamily, fontWeight });
  if (!data) throw new Error(`The font ${fontFamily} ${fontWeight} could not be read`);
  // The PDF writer knows faces by this name, which a family's subsets share: it would embed one anew with every '₹'.
  Object.defineProperty(data, 'postscriptName', { value: `${fontFamily}-${fontWeight}`.replaceAll(' ', '-') });
  return data;
}

/**
 * Opens the faces that the given texts need and gives the function every text from outside goes through: composed (NFC),
 * control characters as spaces, characters that no face has as '?' (react-pdf would print some other character in their
 * place), and broken into lines that are no wider than the column.
 */
export async function loadFonts(written: readonly string[]): Promise<DocumentFonts> {
  const all = written.join(' ').normalize('NFC');
  const needed = scripts.filter((script) => SCRIPTS[script].test(all));
  const textFont = [...TEXT_FONT, ...needed.map(scriptFamily)];
  const files = [...ownFiles, ...needed.flatMap(filesOf)];
  const opened = await Promise.all(files.map(openFace));
  const ofWeight = (weight: number) =>
    opened.filter((_, index) => textFont.includes(files[index]!.family) && files[index]!.fontWeight === weight);
  const rulers = { 400: ruler(ofWeight(400)), 600: ruler(ofWeight(600)) };
  const fit: Fit = (text, { width, size, weight = 400 }) => {
    const { has, measure } = rulers[weight];
    const printable = Array.from(text.normalize('NFC'), (character) => (has(character) ? character : '?')).join('');
    // react-pdf breaks a line again that fills its column to the last point.
    return breakLines(printable, (part) => measure(part) * size, width - 2);
  };
  return { textFont, fit, lacksCharacters: Array.from(all).some((character) => !rulers[400].has(character)) };
}

type Face = Awaited<ReturnType<typeof openFace>>;

/** What a stack of faces can print, and how wide it prints it, shaped, in parts of the font size. */
function ruler(faces: readonly Face[]) {
  const known = new Map<string, number>();
  const faceOf = (character: string) => faces.find((face) => face.hasGlyphForCodePoint(character.codePointAt(0)!));
  const measure = (text: string) => {
    let width = known.get(text);
    if (width !== undefined) return width;
    const runs: { face: Face | undefined; text: string }[] = [];
    for (const character of text) {
      const face = faceOf(character);
      const last = runs.at(-1);
      if (last && last.face === face) last.text += character;
      else runs.push({ face, text: character });
    }
    width = runs.reduce(
      (sum, run) => sum + (run.face ? run.face.layout(run.text).advanceWidth / run.face.unitsPerEm : 0),
      0,
    );
    known.set(text, width);
    return width;
  };
  return { has: (character: string) => BLANK.test(character) || faceOf(character) !== undefined, measure };
}
