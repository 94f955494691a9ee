import 'server-only';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { db } from '@/db/client';
import { admins, auditLog, institutes } from '@/db/schema';
import { isOfficeRole } from '@/lib/accounts/administrators/roles';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { isInArea } from '@/lib/catalogue/areas/queries';
import type { InstituteScope } from '@/lib/accounts/offices/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { contentOf } from './rules';
import { PAGE_FIELDS, type PageContent } from './schema';
import { PAGE_ACTIONS, pageColumns } from './statements';

/** A change of the page; the fields that it changed, with their values before and after. */
export type PageChange = {
  /** Of its entry in the audit log. */
  id: number;
  at: Date;
  /** The account of an office; null for an administrator or an import. */
  office: string | null;
  actor: string;
  /** Whether the page can be set to what it was before: an entry of the catalogue has a part of it only. */
  isWhole: boolean;
  fields: { name: keyof PageContent; old: string | null; now: string | null }[];
};

/** What an office says on the page of its institute, and the last changes of it, the newest first. */
type InstitutePageState = {
  id: string;
  name: string;
  hindi: string | null;
  city: string;
  content: PageContent;
  version: string;
  history: PageChange[];
};

/** Changes that are shown. */
const MAX_SHOWN = 50;

/** Returns the page of an institute of the office's; null for an institute of others. */
export const readOwnPage = async (scope: InstituteScope, instituteId: string): Promise<InstitutePageState | null> =>
  scope.institutes.some(({ id }) => id === instituteId) ? readPage(instituteId) : null;

/** Returns the page of an institute for administrators; null for an unknown id. */
export const readAnyPage = async (scope: AreaScope, instituteId: string): Promise<InstitutePageState | null> =>
  (await isInArea(scope, { institutes: [instituteId] }, db())) ? readPage(instituteId) : null;

async function readPage(instituteId: string): Promise<InstitutePageState | null> {
  const [[institute], entries] = await withQueryDeadline(
    Promise.all([
      db()
        .select({ id: institutes.id, hindi: institutes.hindi, ...pageColumns })
        .from(institutes)
        .where(eq(institutes.id, instituteId)),
      db()
        .select({
          id: auditLog.id,
          at: auditLog.at,
          actor: auditLog.actor,
          action: auditLog.action,
          role: admins.role,
          before: auditLog.before,
          after: auditLog.after,
        })
        .from(auditLog)
        .leftJoin(admins, eq(admins.id, auditLog.adminId))
        .where(and(eq(auditLog.subject, instituteId), inArray(auditLog.action, [...PAGE_ACTIONS, 'institute.changed'])))
        .orderBy(desc(auditLog.id))
        .limit(MAX_SHOWN),
    ]),
  );
  if (!institute) return null;
  const { id, name, hindi, city, version, ...columns } = institute;
  const history = entries.flatMap(({ action, role, before, after, ...entry }): PageChange[] => {
    const isWhole = action !== 'institute.changed';
    const [old, now] = [before, after].map((fields) => (isWhole ? fields : ofCatalogue(fields)) ?? {});
    const fields = PAGE_FIELDS.flatMap((field) => {
      const values = { old: textOf(old![field]), now: textOf(now![field]) };
      return values.old === values.now ? [] : [{ name: field, ...values }];
    });
    return fields.length === 0
      ? []
      : [{ ...entry, office: role && isOfficeRole(role) ? entry.actor : null, isWhole, fields }];
  });
  return { id, name, hindi, city, version, content: contentOf(columns), history };
}

type Fields = typeof auditLog.$inferSelect.before;

/** The part of an entry about the details in the catalogue that the page has as well. */
function ofCatalogue(fields: Fields): Fields {
  const { email, phone, website } = contentOf({
    texts: {},
    contact: textOf(fields?.contact),
    phone: null,
    website: textOf(fields?.website),
  });
  return { email, phone, website };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
