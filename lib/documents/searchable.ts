import 'server-only';
import { normalized } from '@/lib/platform/unicode';

/** What is used here of the fonts and subsets of fontkit, which has no types. */
type Glyph = { id: number | string; codePoints: number[]; advanceWidth: number };
type Subset = { glyphs: number[]; includeGlyph: (id: number | string) => number };
export type ShapingFont = {
  layout: (text: string, features?: unknown, ...how: unknown[]) => { glyphs: Glyph[] };
  createSubset: () => Subset;
};

/** A syllable of an Indic script: letters joined by a virama, with their signs. Glyphs change places only inside one. */
const SYLLABLE = /\p{L}\p{M}*(?:(?<=[\u094d\u0bcd\u0ccd])[\u200c\u200d]?\p{L}\p{M}*)*|./gsu;
/** Syllables whose glyphs a font remembers. */
const MAX_KNOWN = 5_000;

/**
 * Makes text in Indic scripts searchable. The PDF writer notes the characters of each glyph once, and glyphs stand in
 * visual order: 'कि' would be found as 'िक'. Here the characters of a syllable are divided over its glyphs in the order
 * of writing. To the PDF writer, a glyph with other characters is another one, so its outline is embedded once more.
 */
export function makeSearchable(font: ShapingFont): void {
  const layout = font.layout.bind(font);
  const glyphsByText = new Map<string, readonly Glyph[]>();
  font.layout = (text, features, ...how) => {
    const run = layout(text, features, ...how);
    if (!/\p{M}/u.test(text)) return run;
    const alone = (syllable: string) => {
      const key = `${syllable} ${JSON.stringify(features)}`;
      const glyphs = glyphsByText.get(key) ?? layout(syllable, features, ...how).glyphs;
      if (glyphsByText.size >= MAX_KNOWN) glyphsByText.clear();
      glyphsByText.set(key, glyphs);
      return glyphs;
    };
    return Object.assign(run, { glyphs: withCharacters(run.glyphs, text, alone) });
  };
  const createSubset = font.createSubset.bind(font);
  font.createSubset = () => acceptTextIds(createSubset());
}

/** Returns the glyphs of a text with its characters; unchanged if a syllable alone would have other glyphs. */
function withCharacters(glyphs: Glyph[], text: string, layout: (syllable: string) => readonly Glyph[]): Glyph[] {
  const result: Glyph[] = [];
  for (const [syllable] of text.matchAll(SYLLABLE)) {
    const syllableGlyphs = layout(syllable);
    if (syllableGlyphs.length === 0 || syllableGlyphs.some(({ id }, at) => id !== glyphs[result.length + at]?.id))
      return glyphs;
    const characters = divide(syllable, syllableGlyphs.length);
    result.push(...syllableGlyphs.map((glyph, at) => withText(glyph, characters[at]!)));
  }
  return result.length === glyphs.length ? result : glyphs;
}

/** Divides the code points of a syllable over its glyphs: the first has what is left when each of the others has one. */
function divide(syllable: string, glyphs: number): number[][] {
  // Some vowel signs of Tamil and Kannada are one character and two glyphs.
  const characters = Array.from([...syllable].length < glyphs ? normalized(syllable, 'NFD') : syllable);
  const codePoints = characters.map((character) => character.codePointAt(0)!);
  const first = Math.max(1, codePoints.length - glyphs + 1);
  return Array.from({ length: glyphs }, (_, at) =>
    at === 0 ? codePoints.slice(0, first) : codePoints.slice(first + at - 1, first + at),
  );
}

/** The id begins with the glyph's own. */
const withText = (glyph: Glyph, codePoints: number[]): Glyph =>
  Object.create(glyph, {
    id: { value: `${glyph.id} ${codePoints.join(' ')}` },
    codePoints: { value: codePoints },
    advanceWidth: { value: glyph.advanceWidth },
  });

/** Lets the subset of a document include glyphs by the ids of `withText`. */
function acceptTextIds(subset: Subset): Subset {
  const include = subset.includeGlyph.bind(subset);
  const included = new Map<string, number>();
  subset.includeGlyph = (id) => {
    if (typeof id === 'number') return include(id);
    const index = included.get(id) ?? subset.glyphs.push(parseInt(id)) - 1;
    included.set(id, index);
    return index;
  };
  return subset;
}
