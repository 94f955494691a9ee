import 'server-only';
import Negotiator from 'negotiator';
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from './locale';

/** The best language of an Accept-Language header that the site has (RFC 9110 12.5.4); the default without one. */
export function acceptedLocale(header: string | null): Locale {
  const [best] = new Negotiator({ headers: { 'accept-language': header ?? '' } }).languages([...LOCALES]);
  return isLocale(best) ? best : DEFAULT_LOCALE;
}

/** The language that an answer of the API is written in. Our own pages send theirs, so the cookie has no say here. */
export function requestLocale(request: Request): Locale {
  return acceptedLocale(request.headers.get('accept-language'));
}
