/**
 * Cuts the rupee sign (U+20B9) out of the text and display faces into files of about 1 KB each. The packages file the sign
 * under their large extended subsets, so one price would otherwise pull tens of kilobytes into every page.
 * Run once when a font package changes: node --import tsx scripts/build-rupee-fonts.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const faces = {
  'mukta-400': '@fontsource/mukta/files/mukta-latin-ext-400-normal.woff2',
  'mukta-600': '@fontsource/mukta/files/mukta-latin-ext-600-normal.woff2',
  anek: '@fontsource-variable/anek-latin/files/anek-latin-latin-ext-wght-normal.woff2',
};

for (const [name, path] of Object.entries(faces)) {
  const font = await subsetFont(await readFile(`node_modules/${path}`), '₹', { targetFormat: 'woff2' });
  await writeFile(`app/fonts/rupee-${name}.woff2`, font);
  console.log(`app/fonts/rupee-${name}.woff2: ${font.length} bytes`);
}
