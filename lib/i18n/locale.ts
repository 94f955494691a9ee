/** The languages of the site (BCP 47), the first of which is used where nothing says otherwise. Administrators' pages are English. */
export const LOCALES = ['en', 'hi'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'en';

/** Remembers the language a visitor chose; set by POST /api/language, a year long. */
export const LOCALE_COOKIE = 'language';

/** True for a language the site has. */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** The language that this browser's cookie holds, whichever tab it was chosen in; null before any was chosen. */
export function chosenLocale(): Locale | null {
  const value = new RegExp(`(?:^|; )${LOCALE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1];
  return isLocale(value) ? value : null;
}

/** The language of the page that runs in this browser; the default where there is no page, as on the server. */
export function pageLocale(): Locale {
  const lang = typeof document === 'undefined' ? null : document.documentElement.lang;
  return isLocale(lang) ? lang : DEFAULT_LOCALE;
}
