import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const resolve = {
  alias: [
    // 'server-only' throws outside a React server build; in tests it is empty.
    { find: /^server-only$/, replacement: here('./node_modules/server-only/empty.js') },
    // Node.js starts worker threads itself and cannot read TypeScript without help.
    { find: /^node:worker_threads$/, replacement: here('./testing/worker/worker-threads.ts') },
    { find: /^next\/headers$/, replacement: here('./testing/next/next-headers.ts') },
    { find: /^next\/server$/, replacement: here('./testing/next/next-server.ts') },
    { find: /^@\//, replacement: here('./') },
  ],
};

/**
 * Unit tests that mock modules or change globals have a process of their own; they may read the environment. Of the
 * database tests only those that mock modules: the others get new modules and the environment as it was.
 */
const NEEDS_OWN_PROCESS = {
  unit: /vi\.mock\(|vi\.stub|process\.env(\.\w+ \??=[^=]|,|\[)|delete process\.env|resetModules|globalThis|useFakeTimers/,
  database: /vi\.mock\(/,
};
const FOLDERS = ['app', 'components', 'db', 'lib', 'scripts', 'testing'];
const TESTS = FOLDERS.flatMap((folder) =>
  readdirSync(here(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
);
/** Only a hang ends by this limit: on a busy machine tests that take seconds take minutes. */
const HANG_MS = 600_000;
const kindOf = (file: string) => (file.endsWith('.db.test.ts') ? 'database' : 'unit');
const needsOwnProcess = (file: string) => NEEDS_OWN_PROCESS[kindOf(file)].test(readFileSync(here(file), 'utf8'));

/**
 * Unit or database tests that share processes, in which the packages are loaded once, or those that do not. Database
 * tests load our modules for each file all the same: they remember settings and totals.
 */
const tests = (name: 'unit' | 'database', isolate: boolean): TestProjectInlineConfiguration => ({
  resolve,
  test: {
    name: isolate ? `${name}-isolated` : name,
    isolate,
    // Not a pattern: names of folders have brackets.
    include: TESTS.filter((file) => kindOf(file) === name && needsOwnProcess(file) === isolate).map((file) =>
      file.replace(/[[\]()]/g, '\\$&'),
    ),
    testTimeout: HANG_MS,
    hookTimeout: HANG_MS,
    ...(name === 'database' && { globalSetup: ['./testing/db/global-setup.ts'] }),
    ...(name === 'database' && !isolate && { setupFiles: ['./testing/db/new-modules.ts'] }),
  },
});

export default defineConfig({
  test: {
    // The log has a line for every request; those of passing tests are not useful.
    silent: 'passed-only',
    // Two more than cores: database tests wait for the database, locks, timers and child processes.
    maxWorkers: availableParallelism() + 2,
    projects: [tests('unit', false), tests('unit', true), tests('database', false), tests('database', true)],
  },
});
