import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// `--import tsx` reads TypeScript only in the main thread; worker threads inherit this import, which adds it there.
if (!isMainThread) (await import('tsx/esm/api')).register();

// 'server-only' throws without the condition react-server, with which documents cannot be rendered.
const hooks = `export const resolve = (name, context, next) =>
  name === 'server-only' ? { url: 'data:text/javascript,', shortCircuit: true } : next(name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
