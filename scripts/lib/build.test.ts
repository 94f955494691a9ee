import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { buildInputs } from './build';
import { root } from './programs';

/** Programs at the root that only tools read. */
const OF_TOOLS = ['drizzle.config.ts', 'eslint.config.mjs', 'playwright.config.ts', 'vitest.config.ts'];

test('a build is made again when a program at the root changes, unless only tools read it', async () => {
  const programs = (await readdir(root)).filter((name) => /\.(ts|mjs)$/.test(name) && name !== 'next-env.d.ts');
  const inputs = await buildInputs();
  expect(programs.filter((name) => !inputs.includes(name)).toSorted()).toEqual(OF_TOOLS);
});
