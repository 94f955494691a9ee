import 'server-only';
import { sql } from 'drizzle-orm';
import { institutes } from '@/db/schema';
import type { AuditAction } from '@/lib/accounts/audit-log/schema';

/** The entries of the audit log about what an office says on the page of its institute; each has the whole page before and after. */
export const PAGE_ACTIONS = [
  'institute.page_changed',
  'institute.page_undone',
] as const satisfies readonly AuditAction[];

/** The page of an institute, with the names that its entries have. */
export const pageColumns = {
  name: institutes.name,
  city: institutes.city,
  texts: institutes.texts,
  contact: institutes.contact,
  phone: institutes.phone,
  website: institutes.website,
  version: sql<string>`${institutes.updatedAt}::text`,
};
