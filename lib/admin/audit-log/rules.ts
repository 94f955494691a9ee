import { formatCount } from '@/lib/core/format-count';
import { formatINR } from '@/lib/core/money';
import { parseSearchParams, toSearchParams, type GivenParams } from '@/lib/core/search-params';
import {
  AUDIT_FIELDS,
  auditFilterSchema,
  auditPlaceSchema,
  type AuditField,
  type AuditFields,
  type AuditFilter,
  type AuditPlace,
} from './schema';

const addressSchema = auditFilterSchema.extend(auditPlaceSchema.shape);

/**
 * Reads the address of the log, as parseSearchParams does.
 * @returns the filter, where the page starts, and the names of the parameters that mean nothing and were left out: also
 * two starts at once
 */
export function parseAuditParams(params: GivenParams): {
  filter: AuditFilter;
  place: AuditPlace;
  problems: string[];
} {
  const { fields, problems } = parseSearchParams(addressSchema, params);
  const { before, after, ...filter } = fields;
  if (before && after) return { filter, place: {}, problems: [...problems, 'before', 'after'] };
  return { filter, place: before ? { before } : after ? { after } : {}, problems };
}

/** The address of the log with a filter and a start: only what is given. */
export function auditHref(filter: AuditFilter, place: AuditPlace = {}): string {
  const params = toSearchParams(addressSchema, { ...filter, ...place });
  return params.size > 0 ? `/admin/audit?${params}` : '/admin/audit';
}

/**
 * Whether the parts of imports stand in the list: they do where they are asked for. Else only the import itself does, since a
 * file of 50,000 rows would bury everything before it.
 */
export function showsParts({ action, subject, cause }: AuditFilter): boolean {
  return subject !== undefined || cause !== undefined || action?.startsWith('course.') === true;
}

/** A field of an entry as text; `old` is null where nothing was there before. */
export type ShownField = { name: string; old: string | boolean | null; now: string | boolean };

/** The fields of an entry to be read: of a change those that differ, else all that there are. Names of amounts lose their unit. */
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

/** True for a field that has a name to be shown; an entry of an older version may have others. */
export const isAuditField = (name: string): name is AuditField => (AUDIT_FIELDS as readonly string[]).includes(name);

/** Postgres keeps the fields of JSON in an order of its own. */
const placeOf = (name: string) => (isAuditField(name) ? AUDIT_FIELDS.indexOf(name) : AUDIT_FIELDS.length);

const HASH_SHOWN = 12;

/** A value of a field: amounts as rupees, counts grouped, a hash by its beginning; yes and no stay what they are. */
function fieldText(name: string, value: string | number | boolean | null): string | boolean {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return name.endsWith('_paise') ? formatINR(value) : formatCount(value);
  if (name === 'sha256') return `${value.slice(0, HASH_SHOWN)}…`;
  return value;
}
