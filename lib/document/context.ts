import 'server-only';
import type { Names } from '@/lib/catalogue/names';
import type { Locale } from '@/lib/i18n/locale';
import { namesIn } from '@/lib/catalogue/localized-names';
import { getTranslator } from '@/lib/i18n/server';
import { loadFonts, type DocumentFonts } from './fonts';
import type { Summary } from './rules';

/**
 * The context of all parts of a document: translations and names in its language, fonts, and fitting of text to
 * columns.
 */
export type DocumentContext = DocumentFonts & {
  locale: Locale;
  t: ReturnType<typeof getTranslator<'document'>>;
  common: ReturnType<typeof getTranslator<'common'>>;
  form: ReturnType<typeof getTranslator<'payment.form'>>;
  names: Names;
};

/** Creates the context for a summary in a language, with the fonts that its text needs. */
export async function createDocumentContext({ sponsor, lines }: Summary, locale: Locale): Promise<DocumentContext> {
  const written = lines.flatMap(({ courseName, branch, institute, city }) => [courseName, branch, institute, city]);
  const fonts = await loadFonts([...Object.values(sponsor), ...written]);
  return {
    ...fonts,
    locale,
    t: getTranslator(locale, 'document'),
    common: getTranslator(locale, 'common'),
    form: getTranslator(locale, 'payment.form'),
    names: namesIn(locale),
  };
}

/** Returns the language tag of the PDF (ISO 32000 14.9.2). */
export function languageOf({ locale }: DocumentContext): string {
  return `${locale}-IN`;
}
