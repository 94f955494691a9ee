import { Note } from '@/components/platform/ui/note';
import type { ListParam } from '@/lib/catalogue/list/filter';
import { getTranslations } from '@/lib/platform/i18n/server';

/** Lists the search parameters that were invalid and ignored; `missing` is the number of a page that does not exist. */
export async function ListNotice({ problems, missing }: { problems: readonly ListParam[]; missing: number | null }) {
  const t = await getTranslations('list.find');
  if (problems.length === 0 && missing === null) return null;
  const names = [...new Set(problems)].map((name) => t(`params.${name}`)).join(', ');
  return (
    <Note kind="warn" className="mb-4 print:hidden">
      {names && <p>{t('ignored', { count: problems.length, names })}</p>}
      {missing !== null && <p>{t('noPage', { page: missing })}</p>}
    </Note>
  );
}
