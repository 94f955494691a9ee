import { LOCALES, type Locale } from '@/lib/platform/i18n/locale';

/** What an institute says about itself: what it is, what it needs, and its results, each in both languages. */
export const TEXT_TOPICS = ['about', 'needs', 'results'] as const;
type TextTopic = (typeof TEXT_TOPICS)[number];

export const TEXT_FIELDS = [
  'about',
  'about_hindi',
  'needs',
  'needs_hindi',
  'results',
  'results_hindi',
] as const satisfies readonly (TextTopic | `${TextTopic}_hindi`)[];
export type TextField = (typeof TEXT_FIELDS)[number];

/** The texts that an institute wrote; absent if it wrote none. */
export type InstituteTexts = Partial<Record<TextField, string>>;

/** Maximum characters of a text. */
export const MAX_INSTITUTE_TEXT = 1000;

/** Returns the text about a topic in a language, or in another one if there is none, with its language; null without any. */
export function textIn(texts: InstituteTexts, topic: TextTopic, locale: Locale): { text: string; lang: Locale } | null {
  const written: Partial<Record<Locale, string>> = { hi: texts[`${topic}_hindi`], en: texts[topic] };
  const lang = [locale, ...LOCALES].find((each) => written[each]);
  return lang ? { text: written[lang]!, lang } : null;
}
