import 'server-only';
import type { Names } from '@/lib/catalogue/names';
import type { Locale } from '@/lib/platform/i18n/locale';
import { namesIn } from '@/lib/catalogue/localized-names';
import { getTranslator } from '@/lib/platform/i18n/server';
import { loadFonts, type DocumentFonts } from './fonts';

/**
 * The context of all parts of a document: translations and names in its language, fonts, and fitting of text to
 * columns.
 */
export type DocumentContext = DocumentFonts & {
  locale: Locale;
  t: ReturnType<typeof getTranslator<'document'>>;
  common: ReturnType<typeof getTranslator<'common'>>;
  paper: ReturnType<typeof getTranslator<'paper'>>;
  progress: ReturnType<typeof getTranslator<'adoptionPage.progress'>>;
  form: ReturnType<typeof getTranslator<'payment.form'>>;
  names: Names;
};

/** Creates the context of a document in a language, with the fonts that the texts of its content need. */
export async function createDocumentContext(content: object, locale: Locale): Promise<DocumentContext> {
  const fonts = await loadFonts(textsIn(content));
  return {
    ...fonts,
    locale,
    t: getTranslator(locale, 'document'),
    common: getTranslator(locale, 'common'),
    paper: getTranslator(locale, 'paper'),
    progress: getTranslator(locale, 'adoptionPage.progress'),
    form: getTranslator(locale, 'payment.form'),
    names: namesIn(locale),
  };
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** Returns the language tag of the PDF (ISO 32000 14.9.2). */
export function languageOf({ locale }: DocumentContext): string {
  return `${locale}-IN`;
}
