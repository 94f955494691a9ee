import 'server-only';
import { EventEmitter, once } from 'node:events';
import { HttpError } from '@/lib/platform/errors';
import { CALL_MS, MAX_CATALOGUES_AT_ONCE } from '@/lib/platform/limits';
import { createSemaphore, type Release } from '@/lib/platform/semaphore';
import type { CourseFilter } from './queries';

/** How long a client may take to read a catalogue before another one is answered, in milliseconds. */
const READ_MS = 60_000;
const acquireSlot = createSemaphore(MAX_CATALOGUES_AT_ONCE);
/** Emits 'free' when a slot may be free. */
const slots = new EventEmitter().setMaxListeners(0);

/**
 * Answers a request for the courses of `filter`. Courses of all cities wait until fewer than MAX_CATALOGUES_AT_ONCE other
 * answers are made or sent in this process, at most CALL_MS milliseconds: 50,000 courses take 10 MB until they are sent,
 * and 40 MB before, so twenty answers at once took all memory of the server.
 * @throws HttpError 503 if no slot is free within that time
 */
export async function withCatalogueSlot(
  { method }: Pick<Request, 'method'>,
  { city, ids }: CourseFilter,
  answer: () => Promise<Response>,
): Promise<Response> {
  if (city !== undefined || ids !== undefined) return answer();
  const deadline = AbortSignal.timeout(CALL_MS);
  let release: Release | null;
  while (!(release = acquireSlot())) {
    await once(slots, 'free', { signal: deadline }).catch(() => {
      throw new HttpError('request.unavailable');
    });
  }
  const free = () => {
    clearTimeout(timer);
    release();
    slots.emit('free');
  };
  const timer = setTimeout(free, READ_MS).unref();
  try {
    const response = await answer();
    // The body of a HEAD response is not read, nor one that is ready after the request's deadline.
    if (method !== 'HEAD' && response.body && !deadline.aborted)
      return new Response(untilRead(response.body, free), response);
    free();
    return response;
  } catch (error) {
    free();
    throw error;
  }
}

/** Returns a stream of the same bytes, and calls `free` when it was read or cancelled. */
function untilRead(body: ReadableStream<Uint8Array>, free: Release): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        free();
        controller.close();
      },
      cancel: (reason) => {
        free();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
