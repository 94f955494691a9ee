import type { setChoice } from '@/lib/adoption/choices';
import { HttpError } from '@/lib/platform/errors';

/** @throws HttpError for a refused choice */
export function requireChosen(chosen: Awaited<ReturnType<typeof setChoice>>): void {
  if (chosen.ok) return;
  if (chosen.code === 'request.too_many')
    throw new HttpError(429, chosen.code, { retryAfterSeconds: chosen.retryAfterSeconds });
  throw new HttpError(404, chosen.code);
}
