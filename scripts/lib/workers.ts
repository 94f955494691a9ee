import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { AggregatorRegistry } from 'prom-client';
import { askedToStop } from './shutdown';

const MAX_WORKERS = 64;
const RESTART_PAUSE_MS = 1000;

/** Returns WEB_CONCURRENCY, the number of processes that serve requests; 1 if it is not set. Throws if it is invalid. */
export function readConcurrency(): number {
  const workers = Number(process.env.WEB_CONCURRENCY || 1);
  if (!Number.isInteger(workers) || workers < 1 || workers > MAX_WORKERS)
    throw new Error(`WEB_CONCURRENCY must be a number from 1 to ${MAX_WORKERS}, not '${process.env.WEB_CONCURRENCY}'`);
  return workers;
}

/**
 * Runs this program `count` more times; the workers share one port. Only the first worker runs the jobs. A worker that
 * ends is replaced. Resolves when the program was asked to stop and all workers have finished their requests; throws if
 * a worker ends by itself before it listens, since its replacement would, too.
 */
export async function runWorkers(count: number): Promise<void> {
  let stopping = false;
  const running = new Set<Worker>();
  let fail: (error: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  let done: () => void = () => undefined;
  const allEnded = new Promise<void>((resolve) => (done = resolve));

  const metrics = new AggregatorRegistry();
  const start = (index: number) => {
    const worker = cluster.fork(index === 0 ? {} : { JOBS: 'off' });
    running.add(worker);
    let isListening = false;
    worker.on('message', (message: { type?: string }) => {
      if (message?.type === 'metrics:ask') void sendMetrics(worker, metrics);
    });
    worker.once('listening', () => (isListening = true));
    worker.once('exit', (code, signal) => {
      running.delete(worker);
      if (stopping) return void (running.size === 0 && done());
      // One that was killed says nothing about the next one.
      if (!isListening && !signal) return fail(new Error(`A worker process ended with ${code} before it was ready`));
      process.stderr.write(`A worker process ended with ${signal ?? code} and is replaced\n`);
      void pause(RESTART_PAUSE_MS).then(() => stopping || start(index));
    });
  };
  const stopAll = () => {
    stopping = true;
    for (const worker of running) worker.process.kill('SIGTERM');
  };
  for (let index = 0; index < count; index++) start(index);
  try {
    await Promise.race([askedToStop(), failed]);
  } finally {
    stopAll();
    if (running.size > 0) await allEnded;
  }
}

/** Makes this worker answer when the primary process collects the metrics of all workers. */
export function answerForMetrics(): void {
  // Its constructor adds the listener.
  new AggregatorRegistry();
}

/** Sends the metrics of all workers to the one that was asked for them (lib/operation/metrics/collect.ts), or null. */
async function sendMetrics(worker: Worker, metrics: { clusterMetrics: () => Promise<string> }): Promise<void> {
  const text = await metrics.clusterMetrics().catch(() => null);
  if (worker.isConnected()) worker.send({ type: 'metrics:answer', text });
}
