import 'server-only';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type ReadableSpan,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';

/** What a span may say. Other attributes of Next.js contain paths and addresses, which may hold names and tokens. */
const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['http.method', 'http.route', 'http.status_code'],
  ...['next.route', 'next.rsc', 'next.span_type'],
]);

/** Sends spans without what may be personal: addresses, messages of errors. */
export class RouteSpanProcessor extends BatchSpanProcessor {
  override onEnd(span: ReadableSpan): void {
    const { attributes } = span;
    for (const name of Object.keys(attributes)) if (!ATTRIBUTES.has(name)) delete attributes[name];
    // Calls of other servers are named by their address.
    const name = /^fetch \w+/.exec(span.name)?.[0] ?? span.name;
    super.onEnd(
      Object.create(span, {
        name: { value: name },
        events: { value: [] },
        status: { value: { code: span.status.code } },
      }),
    );
  }
}

/**
 * Sends traces of requests to the collector of OTEL_EXPORTER_OTLP_ENDPOINT (OTLP over HTTP). Next.js makes the spans,
 * named by route.
 */
export function startTracing(exporter: SpanExporter = new OTLPTraceExporter()): NodeTracerProvider {
  const processor = new RouteSpanProcessor(exporter);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME || 'seat-adoption' }),
    spanProcessors: [processor],
  });
  provider.register();
  // The server finishes its requests first.
  process.once('SIGTERM', () => void processor.forceFlush().catch(() => undefined));
  return provider;
}
