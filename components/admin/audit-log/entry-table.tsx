import { AdoptionLink } from '@/components/admin/adoptions/adoption-link';
import { TableRegion } from '@/components/admin/table-region';
import { Link } from '@/components/ui/link';
import type { AuditEntry } from '@/lib/admin/audit-log/queries';
import { auditHref, shownFields } from '@/lib/admin/audit-log/rules';
import type { AuditFilter } from '@/lib/admin/audit-log/schema';
import { formatDateTime } from '@/lib/core/dates';
import { getTranslator } from '@/lib/i18n/server';
import { courseName } from './course-name';
import { EntryLink } from './entry-link';
import { FieldList } from './field-list';

type EntryTableProps = { labelledBy: string; entries: readonly AuditEntry[]; filter: AuditFilter };

/** A page of the log: time, actor, action, course or adoption, and values before and after. */
export function EntryTable({ labelledBy, entries, filter }: EntryTableProps) {
  const t = getTranslator('en', 'auditLog');
  return (
    <TableRegion labelledBy={labelledBy}>
      <thead>
        <tr>
          {(['at', 'who', 'action', 'subject', 'values'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <th scope="row" className="font-normal tabular-nums">
              <time dateTime={entry.at.toISOString()}>{formatDateTime(entry.at)}</time>
            </th>
            <td>{entry.actor === 'command' ? t('command') : entry.actor}</td>
            <td>{t(`action.${entry.action}`)}</td>
            <td className="long">
              {entry.course && (
                <Link href={auditHref({ subject: entry.subject! })} className="text-link underline underline-offset-4">
                  {courseName(entry.course)}
                </Link>
              )}
              {typeof entry.after?.reference === 'string' && <AdoptionLink reference={entry.after.reference} />}
            </td>
            <td className="long">
              <FieldList fields={shownFields(entry.before, entry.after)} />
              <EntryLink entry={entry} filter={filter} />
            </td>
          </tr>
        ))}
      </tbody>
    </TableRegion>
  );
}
