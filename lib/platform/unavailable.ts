type OpenRequest = { isUnavailable: boolean };

/** Requests that our own server is answering, by id; on globalThis for every copy of this module. */
const shared = globalThis as typeof globalThis & { seatAdoptionOpenRequests?: Map<string, OpenRequest> };
const open = (shared.seatAdoptionOpenRequests ??= new Map());

/** Begins a request, until `closeRequest` ends it. `isUnavailable` becomes true if its page fails, or is shown without its content, for that reason. */
export function openRequest(id: string): Readonly<OpenRequest> {
  const request = { isUnavailable: false };
  open.set(id, request);
  return request;
}

/** Ends a request. A proxy may have given several requests one id. */
export function closeRequest(id: string, request: Readonly<OpenRequest>): void {
  if (open.get(id) === request) open.delete(id);
}

/** Notes that the page of a request lacks its content because the database is unavailable. Nothing happens once it has ended. */
export function noteUnavailable(id: string): void {
  const request = open.get(id);
  if (request) request.isUnavailable = true;
}
