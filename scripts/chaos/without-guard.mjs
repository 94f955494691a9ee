import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import writer from '../../node_modules/postgres/src/bytes.js';

/*
 * Preloaded into a program of a run without a guard: replaces parts of the SQL that the driver sends. GUARD is a JSON
 * array of Removal (guards.ts); the index of each that was applied is appended to GUARD_FILE.
 */

/** @type {import('./guards').Removal[]} */
const removals = JSON.parse(process.env.GUARD ?? '[]');
const applied = new Set();

function withoutGuard(text) {
  let result = text;
  removals.forEach(({ statement = '', part, by }, index) => {
    if (!result.includes(part) || !result.includes(statement)) return;
    result = result.replaceAll(part, by);
    if (!applied.has(index)) appendFileSync(process.env.GUARD_FILE, `${index}\n`);
    applied.add(index);
  });
  return result;
}

// The build loads the driver as CommonJS, scripts as a module.
for (const each of [writer, createRequire(import.meta.url)('../../node_modules/postgres/cjs/src/bytes.js')]) {
  const write = each.str;
  each.str = (text) => write(typeof text === 'string' ? withoutGuard(text) : text);
}
