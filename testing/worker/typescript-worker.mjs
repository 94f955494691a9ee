import { register } from 'node:module';
import { register as readTypeScript } from 'tsx/esm/api';

/** The start of a thread of TypeScript (./worker-threads.ts): what Next's build does for the server, tsx does here, and 'server-only' is empty. */
const hooks = `export const resolve = (name, context, next) =>
  name === 'server-only' ? { url: 'data:text/javascript,', shortCircuit: true } : next(name, context);`;
readTypeScript();
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
await import(process.argv[2]);
