import { FilterSelect } from '@/components/admin/filter-select';
import { Field } from '@/components/ui/field';
import { AUDIT_ACTIONS, type AuditFilter } from '@/lib/admin/audit-log/schema';
import { getTranslator } from '@/lib/i18n/server';

/** The filter fields of the log, filled from the search parameters. A course or import filter is preserved. */
export function AuditFields({ filter, actors }: { filter: AuditFilter; actors: readonly string[] }) {
  const t = getTranslator('en', 'auditLog');
  return (
    <>
      <FilterSelect
        name="action"
        label={t('filter.action')}
        value={filter.action}
        options={AUDIT_ACTIONS.map((action) => [action, t(`action.${action}`)])}
      />
      <FilterSelect
        name="who"
        label={t('filter.who')}
        value={filter.who}
        options={actors.map((actor) => [actor, actor === 'command' ? t('command') : actor])}
      />
      <Field label={t('filter.from')} type="date" name="from" defaultValue={filter.from ?? ''} />
      <Field label={t('filter.to')} type="date" name="to" defaultValue={filter.to ?? ''} />
      {filter.subject && <input type="hidden" name="subject" value={filter.subject} />}
      {filter.cause && <input type="hidden" name="cause" value={filter.cause} />}
    </>
  );
}
