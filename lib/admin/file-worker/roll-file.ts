import 'server-only';
import { getTranslator } from '@/lib/platform/i18n/server';
import type { Locale } from '@/lib/platform/i18n/locale';
import { formatCount } from '@/lib/platform/format-count';
import type { InstituteScope } from '@/lib/accounts/offices/session';
import { HttpError } from '@/lib/platform/errors';
import { UNREADABLE_OFFICE_FILES } from '@/lib/platform/limits';
import { limiter } from '@/lib/platform/rate-limit';
import type { ReadMarks, ReadRolls } from '@/lib/register/read-rolls';

type Problem = Extract<ReadRolls, { ok: false }>['problem'];

const unreadable = limiter('office_file', UNREADABLE_OFFICE_FILES);

/**
 * Reads a file of an office. Files that cannot be read are counted by account; a file counts while it is read, so that many
 * at once count as well.
 * @param read readRollsInWorker or readMarksInWorker
 * @throws HttpError 429 'request.too_many'; 400 'catalogue.file_unusable' with the reason; 503 'catalogue.busy'
 */
export async function readOfficeFile<Read extends ReadRolls | ReadMarks>(
  { adminId }: InstituteScope,
  locale: Locale,
  read: () => Promise<Read>,
): Promise<Extract<Read, { ok: true }>> {
  const allowed = await unreadable.consume(adminId);
  if (!allowed.ok) throw new HttpError('request.too_many', { retryAfterSeconds: allowed.retryAfterSeconds });
  const file = await read();
  if (!file.ok)
    throw new HttpError('catalogue.file_unusable', { params: { reason: rollFileProblem(file.problem, locale) } });
  await unreadable.refund(adminId);
  return file as Extract<Read, { ok: true }>;
}

/** Returns why a file of roll numbers cannot be read, as a sentence. */
function rollFileProblem({ code, params }: Problem, locale: Locale): string {
  const t = getTranslator(locale, 'office.file');
  if (code === 'too_many_rows') return t('tooMany', { max: formatCount(Number(params?.max)) });
  if (code === 'no_column' || code === 'no_state' || code === 'empty' || code === 'password' || code === 'too_large')
    return t(code);
  return t('unreadable');
}
