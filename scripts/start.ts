import cluster from 'node:cluster';
import { databaseLabel } from '@/lib/platform/address';
import { guardConsole } from '@/lib/platform/console';
import { log } from '@/lib/platform/log';
import { loadEnvFiles, readAddress } from './lib/local';
import { main } from './lib/main';
import { serve } from './lib/server';
import { askedToStop } from './lib/shutdown';
import { answerForMetrics, readConcurrency, runWorkers } from './lib/workers';

/**
 * `npm start`: serves the production build, in WEB_CONCURRENCY processes. The whole configuration comes from the
 * environment, without defaults for local use.
 */
await main(async () => {
  loadEnvFiles();
  const address = readAddress('0.0.0.0');
  const workers = readConcurrency();
  if (workers > 1 && cluster.isPrimary) return runWorkers(workers);
  if (cluster.isWorker) answerForMetrics();
  // Next.js prints lines of its own, and the log is JSON (docs/operators.md#log).
  guardConsole(['log']);
  const server = await serve(address);
  log.info('listening', { ...address, database: databaseLabel(process.env.DATABASE_URL!) });
  await askedToStop();
  await server.close();
});
