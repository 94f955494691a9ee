import { findViolations } from './e2e/axe';
import { main } from '../scripts/lib/main';
import { visitPages } from './lib/visit-pages';

/**
 * `npm run axe [parts of names]`: runs axe, including target sizes, on every page and state in both themes and
 * languages, on desktop and phone. Prints one row per page with the violations of each combination; fails if there are
 * any.
 */
await main(async () => {
  const counts = new Map<string, number>();
  const found: string[] = [];
  let current = '';
  const flush = () =>
    current && console.log(`| ${current} | ${[...counts].map(([view, count]) => `${view} ${count}`).join(', ')} |`);
  console.log('| page | violations |\n| --- | --- |');
  const problems = await visitPages(process.argv.slice(2), async (page, { name }, { locale, theme, size }) => {
    if (name !== current) {
      flush();
      counts.clear();
      current = name;
    }
    const violations = await findViolations(page);
    const view = `${size} ${theme} ${locale}`;
    counts.set(view, violations.length);
    for (const { id, help, at } of violations) found.push(`${name}, ${view}: ${id}, ${help}\n    ${at.join('\n    ')}`);
  });
  flush();
  if (found.length > 0) console.log(`\n${found.join('\n')}`);
  if (found.length + problems.length > 0)
    throw new Error(`${found.length} violations. Not checked:\n  ${problems.join('\n  ') || 'none'}`);
  console.log('\nNo violations.');
});
