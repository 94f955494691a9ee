import { HttpError, type Outcome } from '@/lib/platform/errors';

/** Status of each refusal; 409 for all others. */
const STATUS: Record<string, 400 | 404> = {
  'session.not_found': 404,
  'session.name_of_year': 400,
  'session.unknown_source': 400,
  'session.price_range': 400,
  'report.dates_order': 400,
};

/** Returns the response of a change of a session. @throws HttpError for a refusal */
export function requireDone(outcome: Outcome<object>): { success: true } {
  if (outcome.ok) return { success: true };
  throw new HttpError(STATUS[outcome.code] ?? 409, outcome.code, { params: outcome.params });
}
