import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesUnder } from './lib/files';
import { findImportProblems } from './lib/imports';
import { main } from './lib/main';
import { root } from './lib/programs';
import { findUnusedExports } from './lib/unused-exports';

/** `npm run check:imports`: fails with one line for every import that violates a rule, and every export without an import. */
/** Files of the root that import from the program or its scripts. */
const ROOT_FILES = ['instrumentation.ts', 'instrumentation-client.ts', 'proxy.ts', 'playwright.config.ts'];

await main(async () => {
  const files = (
    await Promise.all(['app', 'components', 'lib', 'db', 'scripts', 'e2e', 'testing'].map(filesUnder))
  ).flat();
  const code = [...files, ...ROOT_FILES].filter((file) => /\.tsx?$/.test(file));
  const sources = new Map(
    await Promise.all(code.map(async (file) => [file, await readFile(join(root, file), 'utf8')] as const)),
  );
  const problems = [...findImportProblems(sources), ...findUnusedExports(sources)];
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log(`No import rule is violated in ${sources.size} files.`);
});
