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

/** Files that mock modules or change globals have a process of their own. */
const NEEDS_OWN_PROCESS = /vi\.mock\(|vi\.stub|process\.env|resetModules|globalThis|useFakeTimers/;
const FOLDERS = ['app', 'components', 'db', 'lib', 'scripts'];
const UNIT_TESTS = FOLDERS.flatMap((folder) =>
  readdirSync(here(folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.endsWith('.db.test.ts'))
    .map((file) => `${folder}/${file}`),
);
/** Only a hang ends by this limit: on a busy machine tests that take seconds take minutes. */
const HANG_MS = 600_000;
const needsOwnProcess = (file: string) => NEEDS_OWN_PROCESS.test(readFileSync(here(file), 'utf8'));

/** Unit tests that share processes, which saves half of their time, or those that do not. */
const unitTests = (isolate: boolean): TestProjectInlineConfiguration => ({
  resolve,
  test: {
    name: isolate ? 'unit-isolated' : 'unit',
    isolate,
    // Not a pattern: names of folders have brackets.
    include: UNIT_TESTS.filter((file) => needsOwnProcess(file) === isolate).map((file) =>
      file.replace(/[[\]()]/g, '\\$&'),
    ),
    testTimeout: HANG_MS,
  },
});

export default defineConfig({
  test: {
    // The log has a line for every request; those of passing tests are not useful.
    silent: 'passed-only',
    // Two more than cores: database tests wait for the database, locks, timers and child processes.
    maxWorkers: availableParallelism() + 2,
    projects: [
      unitTests(false),
      unitTests(true),
      {
        resolve,
        test: {
          name: 'database',
          include: [`{${FOLDERS.join()}}/**/*.db.test.ts`],
          globalSetup: ['./testing/db/global-setup.ts'],
          testTimeout: HANG_MS,
          hookTimeout: HANG_MS,
        },
      },
    ],
  },
});
