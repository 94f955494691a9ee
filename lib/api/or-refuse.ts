import 'server-only';
import { HttpError, type ErrorParams, type RefusalCode } from '@/lib/platform/errors';
import { isFilled } from '@/lib/platform/i18n/errors';
import type { Locale } from '@/lib/platform/i18n/locale';
import { supportContact } from '@/lib/settings/support-contact';

/** A refusal, with the property of the body that it is about, or the seats that are missing. */
type Refusal = {
  ok: false;
  code: RefusalCode;
  params?: ErrorParams;
  retryAfterSeconds?: number;
  field?: string;
  shortages?: readonly object[];
};
type Result = { ok: true } | Refusal;
type Done<T> = Extract<T, { ok: true }>;
type Refused<T> = Extract<T, { ok: false }>;

/** What an endpoint adds to a refusal: values of its message, and fields of the response. */
export type MoreOfRefusal = { params?: ErrorParams; details?: Record<string, unknown> };

/**
 * Returns the result of an operation that was carried out. Throws the HttpError of the code if it was refused.
 * @param moreOf returns what to add to a refusal
 */
export function orRefuse<T extends Result>(result: T, moreOf?: (refused: Refused<T>) => MoreOfRefusal): Done<T> {
  return result.ok ? (result as Done<T>) : refuse(result, moreOf?.(result as Refused<T>));
}

/**
 * The same for refusals whose messages may name the support contact.
 * @param locale the language of the response
 */
export async function orRefuseWithContact<T extends Result>(
  result: T,
  locale: Locale,
  moreOf?: (refused: Refused<T>) => MoreOfRefusal | Promise<MoreOfRefusal>,
): Promise<Done<T>> {
  if (result.ok) return result as Done<T>;
  const more = await moreOf?.(result as Refused<T>);
  const params: ErrorParams = { ...result.params, ...more?.params };
  if (!isFilled(result.code, params)) params.contact = await supportContact(locale);
  return refuse(result, { ...more, params });
}

function refuse({ code, params, field, shortages, retryAfterSeconds }: Refusal, more: MoreOfRefusal = {}): never {
  const details = { ...(field !== undefined && { field }), ...(shortages && { shortages }), ...more.details };
  throw new HttpError(code, { params: { ...params, ...more.params }, details, retryAfterSeconds });
}
