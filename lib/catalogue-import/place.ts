import 'server-only';
import { HttpError } from '@/lib/platform/errors';
import { MAX_IMPORTS_AT_ONCE } from '@/lib/platform/limits';
import { createSemaphore } from '@/lib/platform/semaphore';

const BUSY_SECONDS = 5;

/** The rows of an import are held in memory. */
const takePlace = createSemaphore(MAX_IMPORTS_AT_ONCE);

/**
 * Runs an import or its dry run, of which a process has MAX_IMPORTS_AT_ONCE at a time.
 * @throws HttpError 503 'catalogue.busy'
 */
export async function inImportPlace<Result>(work: () => Promise<Result>): Promise<Result> {
  const free = takePlace();
  if (!free) throw new HttpError('catalogue.busy', { retryAfterSeconds: BUSY_SECONDS });
  try {
    return await work();
  } finally {
    free();
  }
}
