import 'server-only';
import type { Locale } from '@/lib/i18n/locale';
import type { Names } from '@/lib/i18n/names';
import { getTranslator, namesIn } from '@/lib/i18n/server';
import { openFaces, type Faces } from './fonts';
import type { Summary } from './rules';

/** What all parts of a paper are drawn with: its language's words and names, its faces, and how a text fits into a column. */
export type Paper = Faces & {
  locale: Locale;
  t: ReturnType<typeof getTranslator<'document'>>;
  common: ReturnType<typeof getTranslator<'common'>>;
  names: Names;
};

/** A paper in a language for what a summary says, with the faces opened that it needs. */
export async function openPaper({ sponsor, lines }: Summary, locale: Locale): Promise<Paper> {
  const written = lines.flatMap(({ courseName, branch, institute, city }) => [courseName, branch, institute, city]);
  const faces = await openFaces([...Object.values(sponsor), ...written]);
  return {
    ...faces,
    locale,
    t: getTranslator(locale, 'document'),
    common: getTranslator(locale, 'common'),
    names: namesIn(locale),
  };
}

/** A paper's language as a PDF names it (ISO 32000 14.9.2). */
export function languageOf({ locale }: Paper): string {
  return `${locale}-IN`;
}
