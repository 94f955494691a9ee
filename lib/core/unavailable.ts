/**
 * Postgres errors that mean 'temporarily unavailable': connection lost or refused, too many connections, shutdown, lock
 * or statement timeout.
 */
const UNAVAILABLE =
  /^(08...|53...|57P0[1-5]|55P03|57014|ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|CONNECTION_.*|CONNECT_TIMEOUT)$/;

/** Returns the code of an error, or of its causes, that says that the database is unavailable; null if none does. */
export function unavailableCode(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === 'string' && UNAVAILABLE.test(code)) return code;
  }
  return null;
}

type OpenRequest = { isUnavailable: boolean };

/** Requests that our own server is answering, by id; on globalThis for every copy of this module. */
const shared = globalThis as typeof globalThis & { seatAdoptionOpenRequests?: Map<string, OpenRequest> };
const open = (shared.seatAdoptionOpenRequests ??= new Map());

/** Begins a request, until `closeRequest` ends it. `isUnavailable` becomes true if its page fails for that reason. */
export function openRequest(id: string): Readonly<OpenRequest> {
  const request = { isUnavailable: false };
  open.set(id, request);
  return request;
}

/** Ends a request. A proxy may have given several requests one id. */
export function closeRequest(id: string, request: Readonly<OpenRequest>): void {
  if (open.get(id) === request) open.delete(id);
}

/** Notes that the page of a request failed because the database is unavailable. Nothing happens once it has ended. */
export function noteUnavailable(id: string): void {
  const request = open.get(id);
  if (request) request.isUnavailable = true;
}
