import { formatLastDay } from '@/lib/platform/dates';
import { formatCount } from '@/lib/platform/format-count';
import { formatINR } from '@/lib/platform/money';
import { AUDIT_FIELDS, type AuditField, type AuditFields, type AuditFilter } from '@/lib/accounts/audit-log/schema';

/**
 * True if the list includes the parts of imports, of entered students and of reports: only if the filter selects them. By default it has the
 * import entry alone, since a file of 50,000 rows would hide everything before it.
 */
export function showsParts({ action, subject, cause }: AuditFilter): boolean {
  return (
    subject !== undefined ||
    cause !== undefined ||
    /^(course\.|institute\.|place\.|student\.|report\.student$)/.test(action ?? '')
  );
}

/** A field of an entry as text; `old` is null if there was no value before. */
export type ShownField = { name: string; old: string | boolean | null; now: string | boolean };

/** Returns the fields to display: the changed ones of a change, otherwise all. Names of amounts lose their unit. */
export function shownFields(before: AuditFields | null, after: AuditFields | null): ShownField[] {
  return Object.entries(after ?? {})
    .filter(([name, value]) => before === null || before[name] !== value)
    .map(([name, value]) => ({
      name: name.replace(/_paise$/, ''),
      old: before === null || before[name] === undefined ? null : fieldText(name, before[name]),
      now: fieldText(name, value),
    }))
    .sort((a, b) => placeOf(a.name) - placeOf(b.name));
}

/** True for a field with a display name; entries of older versions may have others. */
export const isAuditField = (name: string): name is AuditField => (AUDIT_FIELDS as readonly string[]).includes(name);

/** Postgres stores the keys of jsonb in its own order. */
const placeOf = (name: string) => (isAuditField(name) ? AUDIT_FIELDS.indexOf(name) : AUDIT_FIELDS.length);

const HASH_SHOWN = 12;

/** Formats a field's value: amounts in rupees, grouped counts, the start of a hash, a last day; booleans unchanged. */
function fieldText(name: string, value: string | number | boolean | null): string | boolean {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return name.endsWith('_paise') ? formatINR(value) : formatCount(value);
  if (name === 'due_at') return formatLastDay(new Date(value), 'en');
  if (name === 'sha256') return `${value.slice(0, HASH_SHOWN)}…`;
  return value;
}
