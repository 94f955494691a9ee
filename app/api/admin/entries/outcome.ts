import { HttpError, type ErrorCode, type ErrorParams } from '@/lib/platform/errors';

type Refusal = { ok: false; code: ErrorCode; params?: ErrorParams; shortages?: readonly object[] };

/** The error of an entry that was not made, corrected or decided. */
export const refusedEntry = ({ code, params, shortages }: Refusal): HttpError => {
  const status = code === 'course.unknown' ? 400 : code === 'entry.not_found' ? 404 : 409;
  return new HttpError(status, code, { params, ...(shortages && { details: { shortages } }) });
};
