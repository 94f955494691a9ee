/** What the audit log tells of: every act of an administrator, and the operator's commands that change the same things. */
export const AUDIT_ACTIONS = [
  'admin.created',
  'admin.password_changed',
  'admin.logged_in',
  'admin.logged_out',
  'users.downloaded',
  'billings.downloaded',
  'catalogue.imported',
  'course.added',
  'course.changed',
  'course.opened',
  'course.closed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What an entry keeps of a thing before and after: plain fields by name. Never a secret. */
export type AuditFields = Record<string, string | number | boolean | null>;
