import 'server-only';
import path from 'node:path';
import { Font } from '@react-pdf/renderer';

/**
 * The faces of the look, as static files: react-pdf reads .woff, one subset a file. They are read where npm put them,
 * seen from the directory the server runs in; `outputFileTracingIncludes` in next.config.ts carries them into a bundle.
 */
const FACES = { mukta: 'Mukta', 'anek-devanagari': 'Anek' } as const;
const SUBSETS = ['latin', 'devanagari', 'latin-ext'] as const;
const WEIGHTS = { mukta: [400, 600], 'anek-devanagari': [700] } as const;

const family = (face: keyof typeof FACES, subset: string) => `${FACES[face]} ${subset}`;

const files = (['mukta', 'anek-devanagari'] as const).flatMap((face) =>
  SUBSETS.flatMap((subset) =>
    WEIGHTS[face].map((fontWeight) => ({
      family: family(face, subset),
      fontWeight,
      src: path.join(
        /* turbopackIgnore: true */ process.cwd(),
        `node_modules/@fontsource/${face}/files/${face}-${subset}-${fontWeight}-normal.woff`,
      ),
    })),
  ),
);
for (const file of files) Font.register(file);

// Long words are broken by `fit`, which knows the width: a hyphen would falsify an e-mail address or a reference.
Font.registerHyphenationCallback((word) => [word]);

/** Stacks for `fontFamily`; react-pdf takes each character from the first face that has it. */
export const TEXT_FACE = SUBSETS.map((subset) => family('mukta', subset));
export const DISPLAY_FACE = SUBSETS.map((subset) => family('anek-devanagari', subset));

/** Prepares a text for a column: `width` and `size` in points. */
export type Fit = (text: string, width: number, size: number) => string;

const graphemes = new Intl.Segmenter('hi', { granularity: 'grapheme' });

/** Opens a registered file; throws when it is not there. */
async function openFace({ family: fontFamily, fontWeight }: { family: string; fontWeight: number }) {
  await Font.load({ fontFamily, fontWeight });
  const { data } = Font.getFont({ fontFamily, fontWeight });
  if (!data) throw new Error(`The font ${fontFamily} ${fontWeight} could not be read`);
  // The PDF writer knows faces by this name, which a family's subsets share: it would embed one anew with every '₹'.
  Object.defineProperty(data, 'postscriptName', { value: `${fontFamily}-${fontWeight}`.replaceAll(' ', '-') });
  return data;
}

/**
 * Opens the faces and gives the function every text from outside goes through: composed (NFC), control characters
 * as spaces, characters that no face has as '?' (react-pdf would print some other character in their place), and words
 * wider than the column broken into lines.
 */
export async function loadFit(): Promise<Fit> {
  const opened = await Promise.all(files.map(openFace));
  const faces = opened.filter(
    (_, index) => TEXT_FACE.includes(files[index]!.family) && files[index]!.fontWeight === 600,
  );
  const faceOf = (codePoint: number) => faces.find((face) => face.hasGlyphForCodePoint(codePoint));
  const printable = (text: string) =>
    Array.from(
      text
        .normalize('NFC')
        .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
        .trim(),
      (character) => (faceOf(character.codePointAt(0)!) ? character : '?'),
    ).join('');
  const widthOf = (text: string, size: number) =>
    Array.from(text).reduce((sum, character) => {
      const codePoint = character.codePointAt(0)!;
      const face = faceOf(codePoint);
      return sum + (face ? (face.glyphForCodePoint(codePoint).advanceWidth / face.unitsPerEm) * size : 0);
    }, 0);
  const broken = (word: string, width: number, size: number) => {
    if (widthOf(word, size) <= width) return word;
    const lines = [''];
    for (const { segment } of graphemes.segment(word)) {
      const longer = lines.at(-1)! + segment;
      if (widthOf(longer, size) > width) lines.push(segment);
      else lines[lines.length - 1] = longer;
    }
    return lines.join('\n');
  };
  return (text, width, size) =>
    printable(text)
      .split(' ')
      .map((word) => broken(word, width, size))
      .join(' ');
}
