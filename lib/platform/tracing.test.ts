import { SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-node';
import { expect, test } from 'vitest';
import { startTracing } from './tracing';

test('a span says route, method and status, and nothing that may be personal', async () => {
  const exporter = new InMemorySpanExporter();
  const provider = startTracing(exporter);
  const tracer = provider.getTracer('next.js');
  const attributes = { 'http.method': 'GET', 'http.route': '/verify/[reference]', 'http.target': '/verify/CANARY' };
  const page = tracer.startSpan('GET /verify/[reference]', { attributes });
  page.recordException(new Error('CANARY'));
  page.setStatus({ code: SpanStatusCode.ERROR, message: 'CANARY' });
  page.end();
  tracer.startSpan('fetch POST https://mail.example/CANARY', { attributes: { 'http.url': 'CANARY' } }).end();
  await provider.forceFlush();
  const spans = exporter
    .getFinishedSpans()
    .map(({ name, attributes: said, events, status }) => ({ name, said, events, status }));
  expect(spans).toEqual([
    {
      name: 'GET /verify/[reference]',
      said: { 'http.method': 'GET', 'http.route': '/verify/[reference]' },
      events: [],
      status: { code: SpanStatusCode.ERROR },
    },
    { name: 'fetch POST', said: {}, events: [], status: { code: SpanStatusCode.UNSET } },
  ]);
  await provider.shutdown();
});
