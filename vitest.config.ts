import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

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

export default defineConfig({
  test: {
    // The log has a line for every request; those of passing tests are not useful.
    silent: 'passed-only',
    // One more than cores: database tests wait for locks, timers and child processes.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: ['{app,components,lib,db,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts'],
          // Rendering a PDF takes seconds on a busy machine.
          testTimeout: 30_000,
        },
      },
      {
        resolve,
        test: {
          name: 'database',
          include: ['{app,lib,db,scripts}/**/*.db.test.ts'],
          globalSetup: ['./testing/db/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
