import localFont from 'next/font/local';

// The subsets are built by scripts/build-fonts.ts. The font loader reads its options at build time and accepts only
// literals, hence the repeated ranges.
const text = localFont({
  variable: '--font-text-latin',
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+0020-007E, U+00A0, U+00A9, U+00B0, U+00B7, U+00D7, U+2013-2014, U+2018-201D, U+2022, U+2026, U+2212',
    },
  ],
  src: [
    { path: './latin-mukta-400.woff2', weight: '400' },
    { path: './latin-mukta-600.woff2', weight: '600' },
  ],
});

const display = localFont({
  variable: '--font-display-latin',
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+0020-007E, U+00A0, U+00A9, U+00B0, U+00B7, U+00D7, U+2013-2014, U+2018-201D, U+2022, U+2026, U+2212',
    },
  ],
  src: './latin-anek-700.woff2',
  weight: '700',
});

// Letters of other European languages, which names may contain; no page loads them unless it does.
const textOtherLatin = localFont({
  variable: '--font-text-other-latin',
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+00A1-00A8, U+00AA-00AF, U+00B1-00B6, U+00B8-00D6, U+00D8-00FF, U+2015-2017, U+201E-2021, U+2023-2025',
    },
  ],
  preload: false,
  adjustFontFallback: false,
  src: [
    { path: './other-latin-mukta-400.woff2', weight: '400' },
    { path: './other-latin-mukta-600.woff2', weight: '600' },
  ],
});

const displayOtherLatin = localFont({
  variable: '--font-display-other-latin',
  declarations: [
    {
      prop: 'unicode-range',
      value: 'U+00A1-00A8, U+00AA-00AF, U+00B1-00B6, U+00B8-00D6, U+00D8-00FF, U+2015-2017, U+201E-2021, U+2023-2025',
    },
  ],
  preload: false,
  adjustFontFallback: false,
  src: './other-latin-anek-700.woff2',
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
  src: './devanagari-anek-700.woff2',
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
 * Class names for <html> that define the font variables; tokens.css combines them into stacks, the smallest fonts first.
 */
export const fontVariables = classes(
  text,
  display,
  textOtherLatin,
  displayOtherLatin,
  textRupee,
  displayRupee,
  ownName,
);

/** The same for all of Devanagari, which Hindi pages add once they are shown (DevanagariFonts). */
export const devanagariVariables = classes(textDevanagari, displayDevanagari);
