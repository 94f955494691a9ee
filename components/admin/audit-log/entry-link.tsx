import { Link } from '@/components/platform/ui/link';
import type { AuditEntry } from '@/lib/admin/audit-log/queries';
import { AUDIT_LIST, type AuditAction, type AuditFilter } from '@/lib/accounts/audit-log/schema';
import { getTranslator } from '@/lib/platform/i18n/server';

const DOWNLOADS: readonly AuditAction[] = ['users.downloaded', 'billings.downloaded', 'lines.downloaded'];

/**
 * The link of an entry: from an import to its changes of single courses, from a download to the records that match its
 * filter now.
 */
export function EntryLink({ entry, filter }: { entry: AuditEntry; filter: AuditFilter }) {
  const t = getTranslator('en', 'auditLog');
  const after = entry.after ?? {};
  if (entry.action === 'catalogue.imported') {
    const count = Number(after.added) + Number(after.changed);
    if (!count || filter.cause) return null;
    return (
      <Link href={AUDIT_LIST.href({ cause: String(entry.id) })} aria-label={t('partsOf', { count })}>
        {t('parts', { count })}
      </Link>
    );
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
