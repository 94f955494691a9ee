import { UndoImport } from '@/components/admin/catalogue-import/undo-import';
import { Link } from '@/components/platform/ui/link';
import type { AuditEntry } from '@/lib/admin/audit-log/queries';
import { AUDIT_LIST, type AuditAction } from '@/lib/accounts/audit-log/schema';
import { getTranslator } from '@/lib/platform/i18n/server';

const DOWNLOADS: readonly AuditAction[] = ['users.downloaded', 'billings.downloaded', 'lines.downloaded'];

type EntryLinkProps = { entry: AuditEntry; mayUndo: boolean };

/**
 * The link of an entry: from an import to its changes of single courses, with the button that undoes it, from an undo to its parts, from
 * a download to the records that match its filter now.
 */
export function EntryLink({ entry, mayUndo }: EntryLinkProps) {
  const t = getTranslator('en', 'auditLog');
  const after = entry.after ?? {};
  if (entry.action === 'catalogue.imported') {
    const count = Number(after.added) + Number(after.changed);
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {count > 0 && (
          <Link href={AUDIT_LIST.href({ cause: String(entry.id) })} aria-label={t('partsOf', { count })}>
            {t('parts', { count })}
          </Link>
        )}
        {entry.isUndone && <span className="text-small">{t('undone')}</span>}
        {mayUndo && !entry.isUndone && <UndoImport entry={entry.id} name={String(after.file_name)} />}
      </div>
    );
  }
  if (entry.action === 'import.undone') {
    const count = Number(after.removed) + Number(after.changed);
    return <Link href={AUDIT_LIST.href({ cause: String(entry.id) })}>{t('undoneParts', { count })}</Link>;
  }
  if (!DOWNLOADS.includes(entry.action)) return null;
  const { rows: _rows, ...filters } = after;
  const query = new URLSearchParams(Object.entries(filters).map(([name, value]) => [name, String(value)]));
  return (
    <Link
      href={`/admin/${entry.action === 'users.downloaded' ? 'users' : 'dashboard'}?${query}`}
      aria-label={t('recordsOf')}
    >
      {t('records')}
    </Link>
  );
}
