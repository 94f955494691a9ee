import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { auditLog, institutes } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { CATALOGUE_ROLES, HEAD_ROLES } from '@/lib/accounts/administrators/roles';
import type { AccountScope, AreaScope } from '@/lib/accounts/administrators/session';
import { isInArea } from '@/lib/catalogue/areas/queries';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { requireActingOffice, type InstituteScope } from '@/lib/accounts/offices/session';
import type { Outcome } from '@/lib/platform/errors';
import { columnsOf, contentOf } from './rules';
import { PAGE_FIELDS, type PageContent } from './schema';
import { PAGE_ACTIONS, pageColumns } from './statements';

/**
 * Sets what an office says on the public page of its institute, at once; the audit log keeps what was there before. What
 * is as before writes nothing.
 * @param content as parsed by institutePageSchema
 * @returns 'institute.not_found' for an institute of others; 'institute.changed_meanwhile' if it is another version
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export function savePage(
  scope: InstituteScope,
  instituteId: string,
  { version, ...content }: PageContent & { version: string },
): Promise<Outcome<object>> {
  if (!scope.institutes.some(({ id }) => id === instituteId))
    return Promise.resolve({ ok: false, code: 'institute.not_found' });
  return transaction(async (tx) => {
    await requireActingOffice(scope, { roles: HEAD_ROLES, institutes: [instituteId] }, tx);
    return write(scope, { instituteId, version, action: 'institute.page_changed' }, content, tx);
  });
}

/**
 * Sets the page of an institute to what it was before one of its changes.
 * @param entryId of the change in the audit log
 * @returns 'institute.not_found' also for an entry that is no such change
 */
export function undoPage(
  scope: AreaScope,
  instituteId: string,
  { before_entry: entryId, version }: { before_entry: number; version: string },
): Promise<Outcome<object>> {
  return transaction(async (tx): Promise<Outcome<object>> => {
    await requireActingAdmin(scope, CATALOGUE_ROLES, tx);
    const [entry] = await tx
      .select({ before: auditLog.before })
      .from(auditLog)
      .where(
        and(eq(auditLog.id, entryId), eq(auditLog.subject, instituteId), inArray(auditLog.action, [...PAGE_ACTIONS])),
      );
    if (!entry?.before || !(await isInArea(scope, { institutes: [instituteId] }, tx)))
      return { ok: false, code: 'institute.not_found' };
    const { before } = entry;
    const content = Object.fromEntries(PAGE_FIELDS.map((field) => [field, before[field] ?? null])) as PageContent;
    return write(scope, { instituteId, version, action: 'institute.page_undone' }, content, tx);
  });
}

type Target = { instituteId: string; version: string; action: (typeof PAGE_ACTIONS)[number] };

async function write(
  by: AccountScope,
  { instituteId, version, action }: Target,
  content: PageContent,
  tx: Database,
): Promise<Outcome<object>> {
  const [institute] = await tx
    .select(pageColumns)
    .from(institutes)
    .where(eq(institutes.id, instituteId))
    .for('no key update');
  if (!institute) return { ok: false, code: 'institute.not_found' };
  if (institute.version !== version) return { ok: false, code: 'institute.changed_meanwhile' };
  const before = contentOf(institute);
  if (isDeepStrictEqual(before, { ...before, ...content })) return { ok: true };
  await tx
    .update(institutes)
    .set({ ...columnsOf(content), updatedAt: sql`clock_timestamp()` })
    .where(eq(institutes.id, instituteId));
  const after = { ...content, institute: institute.name, city: institute.city };
  await recordAction(by, { action, subject: instituteId, before, after }, tx);
  return { ok: true };
}
