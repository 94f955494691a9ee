import { OldToNew } from '@/components/admin/old-to-new';
import { isAuditField, type ShownField } from '@/lib/admin/audit-log/rules';
import { getTranslator } from '@/lib/platform/i18n/server';

/** The fields of an entry with their values; a changed field shows old → new. */
export function FieldList({ fields }: { fields: readonly ShownField[] }) {
  const t = getTranslator('en', 'auditLog');
  const text = (value: string | boolean) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : value);
  if (fields.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-0.5">
      {fields.map(({ name, old, now }) => (
        <div key={name} className="flex flex-wrap gap-x-1.5">
          {/* An entry of an older version may have a field that no longer has a label. */}
          <dt className="text-ink-2">{isAuditField(name) ? t(`field.${name}`) : name}</dt>
          <dd className="tabular-nums">
            <OldToNew old={old === null ? null : text(old)} now={text(now)} to={t('becomes')} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
