import { HttpError, type Outcome } from '@/lib/platform/errors';

/** Status of each refusal; 409 for all others. */
const STATUS: Record<string, 400 | 404> = {
  'session.not_found': 404,
  'session.name_of_year': 400,
  'session.unknown_source': 400,
  'session.price_range': 400,
  'report.dates_order': 400,
};

/** Returns the response of a change of a session. @throws HttpError for a refusal, with the field that it is about */
export function requireDone(outcome: Outcome<object> & { field?: string }): { success: true } {
  if (outcome.ok) return { success: true };
  const { code, params, field } = outcome;
  throw new HttpError(STATUS[code] ?? 409, code, { params, details: field === undefined ? undefined : { field } });
}
