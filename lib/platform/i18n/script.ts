import { DEFAULT_LOCALE, LANGUAGES, LOCALES, type Locale } from './locale';

// English last: a Hindi name may have Latin letters, such as an abbreviation.
const LETTERS = [...LOCALES.filter((locale) => locale !== DEFAULT_LOCALE), DEFAULT_LOCALE].map(
  (locale) => [locale, new RegExp(`\\p{Script=${LANGUAGES[locale].script}}`, 'u')] as const,
);

/**
 * Returns the `lang` of a name that is not translated, so that a Hindi institute on an English page, and an English one
 * on a Hindi page, is pronounced, hyphenated and set in its own language; undefined for a name without letters.
 */
export function langOf(name: string): Locale | undefined {
  return LETTERS.find(([, letters]) => letters.test(name))?.[0];
}
