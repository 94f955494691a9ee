import { Agent, request } from 'node:http';

/** A serialised request. */
export type SentRequest = {
  method: string;
  /** The request target as sent, with the query. */
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** Sends the body in chunks, without Content-Length. */
  chunked?: boolean;
};

export type ReceivedResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  ms: number;
};

/**
 * A request without a response within this time (ms) hangs. It is long, so that a busy machine is not mistaken for a
 * hang.
 */
const HANG_MS = 30_000;

/** Sends requests to one server. A request on an idle connection that the server closed meanwhile is sent once more. */
export function makeClient(url: string, connections: number): (asked: SentRequest) => Promise<ReceivedResponse> {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const once = ({ method, target, headers: given, body, chunked }: SentRequest) =>
    new Promise<ReceivedResponse & { reused: boolean }>((done, fail) => {
      const begun = performance.now();
      const headers = body && !chunked ? { ...given, 'Content-Length': body.length } : given;
      const outgoing = request(
        { agent, hostname, port, method, path: target, headers, timeout: HANG_MS },
        (incoming) => {
          const parts: Buffer[] = [];
          incoming.on('data', (part: Buffer) => parts.push(part));
          incoming.on('error', fail);
          incoming.on('end', () =>
            done({
              status: incoming.statusCode!,
              headers: incoming.headers,
              body: Buffer.concat(parts),
              ms: performance.now() - begun,
              reused: outgoing.reusedSocket,
            }),
          );
        },
      );
      let answered = false;
      outgoing.on('response', () => (answered = true));
      outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${HANG_MS / 1000} s`)));
      // If a body is refused before it was read completely, the connection ends after the response.
      outgoing.on('error', (error) => {
        if (!answered) fail(Object.assign(error, { reused: outgoing.reusedSocket }));
      });
      if (!body) return void outgoing.end();
      if (chunked)
        for (let from = 0; from < body.length; from += 16_384) outgoing.write(body.subarray(from, from + 16_384));
      outgoing.end(chunked ? undefined : body);
    });
  return (asked) =>
    once(asked).catch((error: Error & { code?: string; reused?: boolean }) => {
      if (error.reused && (error.code === 'ECONNRESET' || error.code === 'EPIPE')) return once(asked);
      throw error;
    });
}
