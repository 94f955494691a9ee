import { Note } from '@/components/platform/ui/note';
import { getTranslator } from '@/lib/platform/i18n/server';

/** Lists the search parameters that were invalid and ignored; `missing` is the number of a page that does not exist. */
export function IgnoredParamsNotice({ names, missing }: { names: readonly string[]; missing: number | null }) {
  const t = getTranslator('en', 'admin.dropped');
  if (names.length === 0 && missing === null) return null;
  return (
    <Note kind="warn">
      {names.length > 0 && <p>{t('values', { count: names.length, names: names.join(', ') })}</p>}
      {missing !== null && <p>{t('page', { page: missing })}</p>}
    </Note>
  );
}
