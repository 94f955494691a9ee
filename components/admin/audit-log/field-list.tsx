import { isAuditField, type ShownField } from '@/lib/admin/audit-log/rules';
import { getTranslator } from '@/lib/platform/i18n/server';
import { Fields } from '@/components/admin/fields';

/** The fields of an entry with their values; a changed field shows old → new. */
export function FieldList({ fields }: { fields: readonly ShownField[] }) {
  const t = getTranslator('en', 'auditLog');
  const text = (value: string | boolean) => (typeof value === 'boolean' ? t(value ? 'yes' : 'no') : value);
  if (fields.length === 0) return null;
  return (
    <Fields
      // An entry of an older version may have a field that no longer has a label.
      fields={fields.map(({ name, old, now }) => [
        isAuditField(name) ? t(`field.${name}`) : name,
        old === null ? null : text(old),
        text(now),
      ])}
      to={t('becomes')}
    />
  );
}
