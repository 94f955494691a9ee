import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { main } from '../scripts/lib/main';
import { visitPages } from './lib/visit-pages';

const FOLDER = 'screenshots';

/**
 * `npm run screenshots [parts of names]`: takes a screenshot of every page and state into screenshots/, named by scene,
 * size, theme and language.
 */
await main(async () => {
  await mkdir(FOLDER, { recursive: true });
  let taken = 0;
  const problems = await visitPages(process.argv.slice(2), async (page, { name }, { locale, theme, size }) => {
    const path = join(FOLDER, `${name}.${size}.${theme}.${locale}.png`);
    await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    taken += 1;
  });
  console.log(`${taken} pictures in ${FOLDER}/`);
  if (problems.length > 0) throw new Error(`Not shown:\n  ${problems.join('\n  ')}`);
});
