import { register } from 'node:module';
import { register as readTypeScript } from 'tsx/esm/api';

/**
 * Entry of a worker thread in TypeScript (./worker-threads.ts): tsx replaces the build of Next.js, and 'server-only' is
 * empty.
 */
const hooks = `export const resolve = (name, context, next) =>
  name === 'server-only' ? { url: 'data:text/javascript,', shortCircuit: true } : next(name, context);`;
readTypeScript();
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
await import(process.argv[2]);
