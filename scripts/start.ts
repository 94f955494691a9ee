import cluster from 'node:cluster';
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
  const server = await serve(address);
  console.log(`Listening on ${address.host}:${address.port}`);
  await askedToStop();
  await server.close();
});
