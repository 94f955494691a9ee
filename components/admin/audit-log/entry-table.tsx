import { adoptionHref } from '@/components/admin/adoptions/adoption-link';
import { Moment } from '@/components/admin/moment';
import { DataTable } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import type { AuditEntry } from '@/lib/admin/audit-log/queries';
import { shownFields } from '@/lib/admin/audit-log/rules';
import { AUDIT_LIST } from '@/lib/accounts/audit-log/schema';
import { getTranslator } from '@/lib/platform/i18n/server';
import { courseName } from './course-name';
import { EntryLink } from './entry-link';
import { FieldList } from './field-list';

type EntryTableProps = { labelledBy: string; entries: readonly AuditEntry[]; mayUndo: boolean };

/** A page of the log: time, actor, action, course or adoption, and values before and after. */
export function EntryTable({ labelledBy, entries, mayUndo }: EntryTableProps) {
  const t = getTranslator('en', 'auditLog');
  return (
    <DataTable
      labelledBy={labelledBy}
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        { title: t('column.at'), as: 'digits', cell: ({ at }) => <Moment at={at} /> },
        {
          title: t('column.who'),
          cell: ({ actor }) => (actor === 'command' || actor === 'sponsor' || actor === 'program' ? t(actor) : actor),
        },
        { title: t('column.action'), cell: ({ action }) => t(`action.${action}`) },
        { title: t('column.subject'), as: 'long', cell: (entry) => <Subject entry={entry} /> },
        {
          title: t('column.values'),
          as: 'long',
          cell: (entry) => (
            <>
              <FieldList fields={shownFields(entry.before, entry.after)} />
              <EntryLink entry={entry} mayUndo={mayUndo} />
            </>
          ),
        },
      ]}
    />
  );
}

function Subject({ entry: { course, subject, after } }: { entry: AuditEntry }) {
  return (
    <>
      {course && <Link href={AUDIT_LIST.href({ subject: subject! })}>{courseName(course)}</Link>}
      {typeof after?.reference === 'string' && <Link href={adoptionHref(after.reference)}>{after.reference}</Link>}
    </>
  );
}
