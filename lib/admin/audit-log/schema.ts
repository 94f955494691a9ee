import { z } from 'zod';
import { calendarDay, queryText } from '@/lib/core/search-params';

/**
 * What the audit log tells of: every act of an administrator, and the operator's commands that change the same things. Pages
 * that are looked at are no acts; whatever takes more records along than a page shows is.
 */
export const AUDIT_ACTIONS = [
  'admin.created',
  'admin.password_changed',
  'admin.logged_in',
  'admin.logged_out',
  'records.read',
  'users.downloaded',
  'billings.downloaded',
  'catalogue.downloaded',
  'catalogue.imported',
  'course.added',
  'course.changed',
  'course.opened',
  'course.closed',
  'pledge.cancelled',
  'seats.limit_changed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What an entry keeps of a thing before and after: plain fields by name. Never a secret. */
export type AuditFields = Record<string, string | number | boolean | null>;

/** The fields that entries have, in the order in which they are read; amounts without the unit that their stored name has. */
export const AUDIT_FIELDS = [
  'username',
  'reference',
  'reason',
  'seats',
  'sponsor',
  'max_seats',
  'file_name',
  'sha256',
  'added',
  'changed',
  'course_type',
  'branch',
  'institute',
  'city',
  'total_seats',
  'price',
  'is_open',
  'q',
  'status',
  'verified',
  'type',
  'kind',
  'from',
  'to',
  'limit',
  'user',
  'rows',
  'users',
  'billings',
] as const;
export type AuditField = (typeof AUDIT_FIELDS)[number];

/** How many entries a page of the log has. */
export const AUDIT_PAGE = 50;

/** The id of an entry, as an address names it. */
const entryId = z.string().regex(/^[1-9]\d{0,14}$/);

/** How the log is filtered, as the address says it; days are whole days of India, `to` included. Absent means all. */
export const auditFilterSchema = z.object({
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** The administrator's name at that time, or 'command'. */
  who: queryText.optional(),
  /** The id of what was acted on, such as a course. */
  subject: z.uuid().optional(),
  /** The entry of an import: what it did to single courses. */
  cause: entryId.optional(),
  from: calendarDay.optional(),
  to: calendarDay.optional(),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

/** Where a page of the log starts: below or above an entry; at the newest one if neither. */
export const auditPlaceSchema = z.object({ before: entryId.optional(), after: entryId.optional() });
export type AuditPlace = z.infer<typeof auditPlaceSchema>;
