import { LANGUAGES, LOCALES, type Locale } from './locale';

const SCRIPTS = LOCALES.filter((locale) => LANGUAGES[locale].script !== 'Latin').map(
  (locale) => [locale, new RegExp(`\\p{Script=${LANGUAGES[locale].script}}`, 'u')] as const,
);

/**
 * Returns the `lang` of a name that is not translated, so that a Hindi institute is pronounced, hyphenated and set as
 * Hindi on an English page; undefined if the page's language applies.
 */
export function langOf(name: string): Locale | undefined {
  return SCRIPTS.find(([, letters]) => letters.test(name))?.[0];
}
