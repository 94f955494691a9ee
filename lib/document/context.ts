import 'server-only';
import type { Locale } from '@/lib/i18n/locale';
import type { Names } from '@/lib/i18n/names';
import { getTranslator, namesIn } from '@/lib/i18n/server';
import { loadFonts, type DocumentFonts } from './fonts';
import type { Summary } from './rules';

/** What all parts of a paper are drawn with: its language's words and names, its faces, and how a text fits into a column. */
export type DocumentContext = DocumentFonts & {
  locale: Locale;
  t: ReturnType<typeof getTranslator<'document'>>;
  common: ReturnType<typeof getTranslator<'common'>>;
  names: Names;
};

/** A paper in a language for what a summary says, with the faces opened that it needs. */
export async function createDocumentContext({ sponsor, lines }: Summary, locale: Locale): Promise<DocumentContext> {
  const written = lines.flatMap(({ courseName, branch, institute, city }) => [courseName, branch, institute, city]);
  const fonts = await loadFonts([...Object.values(sponsor), ...written]);
  return {
    ...fonts,
    locale,
    t: getTranslator(locale, 'document'),
    common: getTranslator(locale, 'common'),
    names: namesIn(locale),
  };
}

/** A paper's language as a PDF names it (ISO 32000 14.9.2). */
export function languageOf({ locale }: DocumentContext): string {
  return `${locale}-IN`;
}
