import 'server-only';
import type { AuditAction } from '@/lib/accounts/audit-log/schema';

/** The entries of the audit log about what an office says on the page of its institute; each has the whole page before and after. */
export const PAGE_ACTIONS = [
  'institute.page_changed',
  'institute.page_undone',
] as const satisfies readonly AuditAction[];
