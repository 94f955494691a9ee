/**
 * The languages of the site (BCP 47): their names in themselves, and the scripts of their letters (Unicode).
 * Administrators' pages are English only.
 */
export const LANGUAGES = {
  en: { name: 'English', script: 'Latin' },
  hi: { name: 'हिन्दी', script: 'Devanagari' },
} as const;
export type Locale = keyof typeof LANGUAGES;
export const LOCALES = Object.keys(LANGUAGES) as Locale[];
export const DEFAULT_LOCALE: Locale = 'en';

/** Stores the visitor's language for a year; set by POST /api/language. */
export const LOCALE_COOKIE = 'language';
/** Lifetime of that cookie in seconds. */
export const LOCALE_SECONDS = 365 * 24 * 60 * 60;

/** True for a language of the site. */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value);
}

/** Returns the language in this browser's cookie, which other tabs may have set; null if none. */
export function chosenLocale(): Locale | null {
  const value = new RegExp(`(?:^|; )${LOCALE_COOKIE}=([^;]*)`).exec(document.cookie)?.[1];
  return isLocale(value) ? value : null;
}

/** Returns the language of the current page; the default if there is no page, as on the server. */
export function pageLocale(): Locale {
  const lang = typeof document === 'undefined' ? null : document.documentElement.lang;
  return isLocale(lang) ? lang : DEFAULT_LOCALE;
}
