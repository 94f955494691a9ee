import 'server-only';
import type { CourseType } from '@/db/schema/enums';
import { getLocale, nameTexts } from '@/lib/platform/i18n/server';
import type { Locale } from '@/lib/platform/i18n/locale';
import { namesOf, type Names } from './names';

/** Returns the names of course types and places in a given language. */
export function namesIn(locale: Locale): Names {
  return namesOf(nameTexts(locale));
}

/** Returns the names of course types as one text, such as 'B.Tech, Diploma and ITI'. */
export function listedTypes(locale: Locale, types: readonly CourseType[], type: 'and' | 'or' = 'and'): string {
  const names = types.map(namesIn(locale).type);
  return new Intl.ListFormat(`${locale}-IN`, { type: type === 'and' ? 'conjunction' : 'disjunction' }).format(names);
}

/** Returns the names of course types and places in the visitor's language. */
export async function getNames(): Promise<Names> {
  return namesIn(await getLocale());
}
