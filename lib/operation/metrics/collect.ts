import 'server-only';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { Gauge, register, Registry } from 'prom-client';
import { attentionCounts } from '@/lib/admin/attention/queries';
import { describeError, log } from '@/lib/platform/log';
import { METRICS, readMetrics, type Metric } from './queries';
import './requests';

/** The Content-Type of the Prometheus text format. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/**
 * Returns all metrics in the Prometheus text format: requests and process of this instance, with all its workers, and
 * what the database knows, which is the same for every instance. If the database cannot be read only
 * `seat_adoption_database_up` is 0.
 */
export async function collectMetrics(): Promise<string> {
  const [ofProcess, ofDatabase] = await Promise.all([processMetrics(), databaseMetrics()]);
  return `${ofProcess}\n${ofDatabase}`;
}

/** The metrics of this process; of a worker, those of all workers together, which the primary process collects. */
async function processMetrics(): Promise<string> {
  if (!cluster.isWorker) return register.metrics();
  const answered = answerOfPrimary();
  process.send!({ type: 'metrics:ask' });
  return (await answered) ?? register.metrics();
}

/** See scripts/lib/workers.ts; null if a worker did not answer the primary process. */
async function answerOfPrimary(): Promise<string | null> {
  for (;;) {
    const [message] = (await once(process, 'message')) as [{ type?: string; text: string | null } | undefined];
    if (message?.type === 'metrics:answer') return message.text;
  }
}

async function databaseMetrics(): Promise<string> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `seat_adoption_${name}`, help, labelNames, registers: [registry] });
  const up = gauge('database_up', '1 if the database answered this request for metrics, otherwise 0');
  up.set(0);
  try {
    const started = performance.now();
    const rows = await readMetrics();
    gauge('database_seconds', 'Duration of the statement for these metrics, including the wait for a connection').set(
      (performance.now() - started) / 1000,
    );
    for (const [name, { help, label }] of Object.entries<Metric>(METRICS)) {
      const labelled = gauge(name, help, label ? [label] : []);
      for (const row of rows.filter(({ metric }) => metric === name))
        labelled.set(label ? { [label]: row.label } : {}, row.value);
    }
    const attention = gauge('attention_items', 'Items on the page ‘Needs attention’ of administrators', ['kind']);
    for (const [kind, count] of Object.entries(await attentionCounts())) attention.set({ kind }, count);
    up.set(1);
  } catch (error) {
    log.error('metrics_failed', describeError(error));
  }
  return registry.metrics();
}
