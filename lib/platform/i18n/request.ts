import 'server-only';
import Negotiator from 'negotiator';
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from './locale';

/** Returns the best supported language of an Accept-Language header (RFC 9110 12.5.4); the default without one. */
export function acceptedLocale(header: string | null): Locale {
  const [best] = new Negotiator({ headers: { 'accept-language': header ?? '' } }).languages([...LOCALES]);
  return isLocale(best) ? best : DEFAULT_LOCALE;
}

/** Returns the language of an API response. Our own pages send Accept-Language, so the cookie is ignored. */
export function requestLocale(request: Request): Locale {
  return acceptedLocale(request.headers.get('accept-language'));
}
