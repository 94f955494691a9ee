import { availableParallelism } from 'node:os';
import { captureNode, programPath, serverScript } from './programs';

type StaticCheck = { title: string; steps: string[][] };

// TypeScript 7 takes less than half of the time; Next.js and ESLint still need the library of version 5.
const typescript = programPath('typescript-native', 'bin/tsc');
const eslint = programPath('eslint', 'bin/eslint.js');
const prettier = programPath('prettier', 'bin/prettier.cjs');
const next = programPath('next', 'dist/bin/next');

/**
 * Checks that need neither a database nor a build. The slowest come first, so that they do not run alone at the end.
 */
export const STATIC_CHECKS: readonly StaticCheck[] = [
  { title: 'lint', steps: [[eslint, '.', '--max-warnings', '0', '--cache', '--cache-location', cacheFile('eslint')]] },
  {
    title: 'format',
    steps: [[prettier, '--check', '--log-level', 'warn', '--cache', '--cache-location', cacheFile('prettier'), '.']],
  },
  // A fresh clone lacks the route and image types that Next.js generates.
  {
    title: 'types',
    steps: [
      [next, 'typegen'],
      [typescript, '--noEmit'],
    ],
  },
  { title: 'import rules', steps: [serverScript('check-imports.ts')] },
];

export const UNIT_TESTS: StaticCheck = {
  title: 'unit tests',
  steps: [[programPath('vitest', 'vitest.mjs'), 'run', '--project', 'unit*', '--reporter=dot']],
};

/**
 * Runs checks in parallel, one per core, and prints the output of those that fail.
 * @returns the titles of the failed checks
 */
export async function runChecks(checks: readonly StaticCheck[]): Promise<string[]> {
  const failed: string[] = [];
  const waiting = [...checks];
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift())
      if (!(await passes(check))) failed.push(check.title);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return failed;
}

async function passes({ title, steps }: StaticCheck): Promise<boolean> {
  const start = Date.now();
  for (const step of steps) {
    const { code, output } = await captureNode(step);
    if (code === 0) continue;
    console.error(`FAILED ${title}\n${output}`);
    return false;
  }
  console.log(`passed ${title} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  return true;
}

function cacheFile(name: string): string {
  return `node_modules/.cache/check-${name}`;
}
