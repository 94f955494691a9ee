import localFont from 'next/font/local';

// The subsets are built by scripts/build-fonts.ts. The font loader reads its options at build time and accepts only
// literals, hence the repeated ranges.
const text = localFont({
  variable: '--font-text-latin',
  declarations: [{ prop: 'unicode-range', value: 'U+0000-00FF, U+2013-2026, U+2212' }],
  src: [
    { path: '../../node_modules/@fontsource/mukta/files/mukta-latin-400-normal.woff2', weight: '400' },
    { path: '../../node_modules/@fontsource/mukta/files/mukta-latin-600-normal.woff2', weight: '600' },
  ],
});

const display = localFont({
  variable: '--font-display-latin',
  declarations: [{ prop: 'unicode-range', value: 'U+0000-00FF, U+2013-2026, U+2212' }],
  src: './latin-anek-700.woff2',
  weight: '700',
});

const textRupee = localFont({
  variable: '--font-text-rupee',
  declarations: [{ prop: 'unicode-range', value: 'U+20B9' }],
  preload: false,
  adjustFontFallback: false,
  src: [
    { path: './rupee-mukta-400.woff2', weight: '400' },
    { path: './rupee-mukta-600.woff2', weight: '600' },
  ],
});

const displayRupee = localFont({
  variable: '--font-display-rupee',
  declarations: [{ prop: 'unicode-range', value: 'U+20B9' }],
  preload: false,
  adjustFontFallback: false,
  src: './rupee-anek.woff2',
  weight: '100 800',
});

const textDevanagari = localFont({
  variable: '--font-text-devanagari',
  declarations: [{ prop: 'unicode-range', value: 'U+0900-097F, U+200C-200D, U+25CC' }],
  preload: false,
  adjustFontFallback: false,
  src: [
    { path: './devanagari-mukta-400.woff2', weight: '400' },
    { path: './devanagari-mukta-600.woff2', weight: '600' },
  ],
});

const displayDevanagari = localFont({
  variable: '--font-display-devanagari',
  declarations: [{ prop: 'unicode-range', value: 'U+0900-097F, U+200C-200D, U+25CC' }],
  preload: false,
  adjustFontFallback: false,
  src: '../../node_modules/@fontsource/anek-devanagari/files/anek-devanagari-devanagari-700-normal.woff2',
  weight: '700',
});

const ownName = localFont({
  variable: '--font-own-name-hindi',
  declarations: [{ prop: 'unicode-range', value: 'U+0900-097F' }],
  preload: false,
  adjustFontFallback: false,
  src: './hindi-mukta-400.woff2',
  weight: '400 700',
});

const classes = (...fonts: { variable: string }[]) => fonts.map((font) => font.variable).join(' ');

/**
 * Class names for <html> that define the font variables; tokens.css combines them into stacks, the rupee font first.
 */
export const fontVariables = classes(text, display, textRupee, displayRupee, ownName);

/** The same for all of Devanagari, which Hindi pages add once they are shown (DevanagariFonts). */
export const devanagariVariables = classes(textDevanagari, displayDevanagari);
