import 'server-only';
import type { Locale } from '@/lib/text/locale';
import type { Names } from '@/lib/text/names';
import { namesIn, texts } from '@/lib/text/server';
import { loadFit, type Fit } from './fonts';

/** What all parts of a paper are drawn with: its language's words and names, and how a text fits into a column. */
export type Paper = {
  locale: Locale;
  t: ReturnType<typeof texts<'document'>>;
  common: ReturnType<typeof texts<'common'>>;
  names: Names;
  fit: Fit;
};

/** A paper in a language, with the faces opened. */
export async function openPaper(locale: Locale): Promise<Paper> {
  const fit = await loadFit();
  return { locale, t: texts(locale, 'document'), common: texts(locale, 'common'), names: namesIn(locale), fit };
}

/** A paper's language as a PDF names it (ISO 32000 14.9.2). */
export function languageOf({ locale }: Paper): string {
  return `${locale}-IN`;
}
