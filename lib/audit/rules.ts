import { figure } from '@/lib/core/figure';
import { formatINR } from '@/lib/core/money';
import {
  AUDIT_FIELDS,
  auditFilterSchema,
  auditPlaceSchema,
  type AuditField,
  type AuditFields,
  type AuditFilter,
  type AuditPlace,
} from './schema';

type Given = Record<string, string | string[] | undefined>;
const addressSchema = auditFilterSchema.extend(auditPlaceSchema.shape);
type AddressKey = keyof typeof addressSchema.shape;
const KEYS = Object.keys(addressSchema.shape) as AddressKey[];

/**
 * Reads the address of the log. What is empty, as a form sends it, counts as not given.
 * @returns the filter, where the page starts, and the names of the parameters that mean nothing and were left out: wrong
 * values, those given twice, days that run backwards, and two starts at once
 */
export function parseAuditAddress(params: Given): { filter: AuditFilter; place: AuditPlace; problems: string[] } {
  const problems: AddressKey[] = [];
  const given: Partial<Record<AddressKey, unknown>> = {};
  for (const key of KEYS) {
    const value = params[key];
    if (value === undefined || value === '') continue;
    if (addressSchema.shape[key].safeParse(value).success) given[key] = value;
    else problems.push(key);
  }
  const drop = (...keys: AddressKey[]) => keys.forEach((key) => (problems.push(key), delete given[key]));
  if (given.from && given.to && given.from > given.to) drop('from', 'to');
  if (given.before && given.after) drop('before', 'after');
  return { filter: auditFilterSchema.parse(given), place: auditPlaceSchema.parse(given), problems };
}

/** The address of the log with a filter and a start: only what is given. */
export function auditHref(filter: AuditFilter, place: AuditPlace = {}): string {
  const given = { ...filter, ...place };
  const params = new URLSearchParams(KEYS.flatMap((key) => (given[key] ? [[key, given[key]]] : [])));
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
  if (typeof value === 'number') return name.endsWith('_paise') ? formatINR(value) : figure(value);
  if (name === 'sha256') return `${value.slice(0, HASH_SHOWN)}…`;
  return value;
}
