import 'server-only';
import { getLocale, nameTexts } from '@/lib/platform/i18n/server';
import type { Locale } from '@/lib/platform/i18n/locale';
import { namesOf, type Names } from './names';

/** Returns the names of course types and places in a given language. */
export function namesIn(locale: Locale): Names {
  return namesOf(nameTexts(locale));
}

/** Returns the names of course types and places in the visitor's language. */
export async function getNames(): Promise<Names> {
  return namesIn(await getLocale());
}
