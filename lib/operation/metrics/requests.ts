import 'server-only';
import { collectDefaultMetrics, Counter, Histogram, register } from 'prom-client';

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The registry belongs to the process: it may have the metric from another copy of this module. */
function once<Metric>(name: string, create: () => Metric): Metric {
  return (register.getSingleMetric(name) as Metric | undefined) ?? create();
}

const durations = once(
  'http_request_duration_seconds',
  () =>
    new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of API requests in seconds, by endpoint and status',
      labelNames: ['endpoint', 'status'],
      buckets: SECONDS,
    }),
);
const errors = once(
  'http_request_errors_total',
  () =>
    new Counter({
      name: 'http_request_errors_total',
      help: 'API requests answered with an error, by endpoint and error code',
      labelNames: ['endpoint', 'code'],
    }),
);

/** Node.js's own: event-loop delay, memory, garbage collection, processor time. */
once('process_cpu_seconds_total', () => collectDefaultMetrics());

/** An answered API request; `endpoint` is the id of its description, `code` that of an error response. */
type Answered = { endpoint?: string; status: number; seconds: number; code?: string };

/** Counts an API request. Requests that reach no endpoint count as 'none'. */
export function countRequest({ endpoint = 'none', status, seconds, code }: Answered): void {
  durations.observe({ endpoint, status }, seconds);
  if (code) errors.inc({ endpoint, code });
}
