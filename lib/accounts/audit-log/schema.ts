import { z } from 'zod';
import { idSchema } from '@/lib/platform/id-schema';
import { defineList, type FilterOf } from '@/lib/platform/list';
import { calendarDay, queryText } from '@/lib/platform/search-params';

/** What an administrator writes to a record, at most `max` characters. */
export const noteSchema = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: 'adoption.text_too_long' })
    .regex(/^[^\0\p{Surrogate}]*$/u);

/** The reason of an action, for the audit log. */
export const reasonSchema = noteSchema(500).min(3, { error: 'adoption.reason_required' });

/**
 * The actions in the audit log: every change by an administrator, and the operator's commands that change the same
 * data. Looking at a single record is logged, and so is exporting more records than a page shows; pages are not.
 */
export const AUDIT_ACTIONS = [
  'admin.created',
  'admin.password_changed',
  'admin.changed',
  'admin.sessions_ended',
  'admin.logged_in',
  'admin.login_failed',
  'admin.logged_out',
  'admin.invited',
  'admin.link_made',
  'admin.factor_added',
  'admin.factor_removed',
  'admin.recovery_code_used',
  'office.invited',
  'office.removed',
  /** The places that one request filled, and each of them. */
  'students.entered',
  'student.entered',
  'student.left',
  'records.read',
  'user.viewed',
  'user.sessions_ended',
  'user.email_changed',
  /** By the owner of a company. */
  'user.handed_over',
  'billing.viewed',
  'adoption.viewed',
  'users.downloaded',
  'billings.downloaded',
  'lines.downloaded',
  'payments.downloaded',
  'waiting.downloaded',
  'waiting.withdrawn',
  'catalogue.downloaded',
  'catalogue.imported',
  'course.added',
  'course.changed',
  'course.opened',
  'course.closed',
  'session.planned',
  'session.changed',
  'session.opened',
  'session.closed',
  'session.invited',
  'institute.added',
  'institute.changed',
  /** Of earlier releases; now 'adoption.cancelled'. */
  'pledge.cancelled',
  'message.retried',
  'seats.limit_changed',
  'alert.looked_at',
  'adoption.receipt_recorded',
  'adoption.receipt_matched',
  'adoption.receipt_confirmed',
  'adoption.receipt_rejected',
  'adoption.receipt_bounced',
  'adoption.extended',
  'adoption.reduced',
  'adoption.cancelled',
  'adoption.change_requested',
  'adoption.change_answered',
  'adoption.corrected',
  'adoption.note',
  'adoption.papers_sent',
  'adoption.refund_online',
  'adoption.online_refund_settled',
  'adoption.refund_recorded',
  'adoption.refund_confirmed',
  'adoption.refund_rejected',
  'adoption.refund_returned',
  'reservation.made',
  'reservation.confirmed',
  'reservation.extended',
  'reservation.ended',
  'entry.made',
  'entry.corrected',
  'entry.confirmed',
  'entry.refused',
  'receipt.recorded',
  'receipt.rejected',
  'settlement.explained',
  'payment.checked',
  'settings.changed',
  'settings.account_proposed',
  'settings.account_confirmed',
  'settings.account_discarded',
  /** At once, by an owner who is alone. */
  'settings.account_changed',
  'paper.issued',
  'paper.numbers_skipped',
  'database.restored',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** An entry's record of an object before and after: plain fields by name. Never contains secrets. */
export type AuditFields = Record<string, string | number | boolean | null>;

/** The fields of entries in display order; amounts without the unit of their stored names. */
export const AUDIT_FIELDS = [
  'username',
  'role',
  'active',
  'sessions',
  'left',
  'reference',
  'paper_reference',
  'students',
  'place',
  'day',
  'paper',
  'serial',
  'backup_of',
  'reason',
  'message',
  'seats',
  'sponsor',
  'mode',
  'bank_reference',
  'transaction',
  'amount',
  'tds',
  'credited_on',
  'paid_on',
  'payer',
  'received',
  'refunded',
  'total',
  'due_at',
  'until',
  'decision',
  'fullName',
  'company',
  'email',
  'phone',
  'legal_name',
  'gstin',
  'purchase_order',
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
  'duration_years',
  'branch_hindi',
  'session',
  'study_year',
  'first_day',
  'last_day',
  'adopting_from',
  'adopting_until',
  'offers',
  'percent',
  'continuing',
  'sponsors',
  'reserved',
  'institutes',
  'hindi',
  'website',
  'contact',
  'q',
  'status',
  'verified',
  'type',
  'kind',
  'from',
  'to',
  'month',
  'limit',
  'user',
  'rows',
  'users',
  'billings',
  'group',
  'pledgeDays',
  'transferDays',
  'confirmDays',
  'maxInstalments',
  'waitingHours',
  'waitingDays',
  'renewalDays',
  'reminderDays',
  'legalName',
  'address',
  'pan',
  'registrations',
  'accountName',
  'accountNumber',
  'ifsc',
  'bankName',
  'signatory',
  'proposed_by',
  'proforma',
  'receipt',
  'creditNote',
  'statement',
  'covers',
  'duration',
  'recipient',
  'leaving',
] as const;
export type AuditField = (typeof AUDIT_FIELDS)[number];

/** Entries per page of the audit log. */
export const AUDIT_PAGE = 50;

/** The id of an entry in a URL. */
const entryId = z.string().regex(/^[1-9]\d{0,14}$/);

/**
 * The audit log: its filters, where days are whole days in India, `to` included; and the start of a page, below or above
 * an entry, the newest one if neither is given.
 */
export const AUDIT_LIST = defineList('/admin/audit', {
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** The administrator's name at that time, 'command' or 'sponsor'. */
  who: queryText.optional(),
  /** The id of the affected object, such as a course. */
  subject: idSchema().optional(),
  /** The import entry whose per-course entries are selected. */
  cause: entryId.optional(),
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  before: entryId.optional(),
  after: entryId.optional(),
});
export type AuditPlace = Pick<FilterOf<typeof AUDIT_LIST>, 'before' | 'after'>;
export type AuditFilter = Omit<FilterOf<typeof AUDIT_LIST>, keyof AuditPlace>;
