import 'server-only';
import { getTranslator } from '@/lib/platform/i18n/server';
import type { Locale } from '@/lib/platform/i18n/locale';
import { formatCount } from '@/lib/platform/format-count';
import type { ReadRolls } from '@/lib/register/read-rolls';

type Problem = Extract<ReadRolls, { ok: false }>['problem'];

/** Returns why a file of roll numbers cannot be read, as a sentence. */
export function rollFileProblem({ code, params }: Problem, locale: Locale): string {
  const t = getTranslator(locale, 'office.file');
  if (code === 'too_many_rows') return t('tooMany', { max: formatCount(Number(params?.max)) });
  if (code === 'no_column' || code === 'no_state' || code === 'empty' || code === 'password' || code === 'too_large')
    return t(code);
  return t('unreadable');
}
