import 'server-only';
import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { auditorLinks, auditorViews, billings, users } from '@/db/schema';
import type { AuditorView } from '@/db/schema/enums';
import { transaction } from '@/db/transaction';
import type { AdoptionScope } from '@/lib/adoption/core/access';
import type { YearSubject } from '@/lib/documents/papers/statements';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { env } from '@/lib/platform/env';
import type { Outcome } from '@/lib/platform/errors';
import { AUDITOR_LINK_DAYS, MAX_AUDITOR_LINKS } from '@/lib/platform/limits';
import { hashToken, makeToken } from '@/lib/platform/secret-token';
import { subjectOf, yearsOf } from './queries';

/** Views of a link that are listed. */
const SHOWN_VIEWS = 5;

/** A link that an auditor can use, with the number of its views and the newest SHOWN_VIEWS, the newest first. */
export type AuditorLink = {
  id: string;
  expiresAt: Date;
  views: number;
  newest: { what: AuditorView; at: Date }[];
};

const columnsOf = (subject: YearSubject) => ({
  userId: 'userId' in subject ? subject.userId : null,
  billingId: 'billingId' in subject ? subject.billingId : null,
});

const isOf = (subject: YearSubject): SQL =>
  'userId' in subject ? eq(auditorLinks.userId, subject.userId) : eq(auditorLinks.billingId, subject.billingId);

const isValid = and(isNull(auditorLinks.revokedAt), sql`${auditorLinks.expiresAt} > now()`);

/**
 * Makes a link to a financial year for AUDITOR_LINK_DAYS days. Only the hash of its secret is stored.
 * @returns 'document.not_found' for a year before the first adoption, or to come; 'auditor.too_many' if MAX_AUDITOR_LINKS of the year are valid
 */
export async function makeAuditorLink(
  scope: AdoptionScope,
  year: string,
): Promise<Outcome<{ url: string; expiresAt: Date }>> {
  const subject = subjectOf(scope);
  if (!(await yearsOf(subject)).includes(year)) return { ok: false, code: 'document.not_found' };
  const token = makeToken();
  return transaction(async (tx) => {
    await lockSubject(subject, tx);
    const count = await tx.$count(auditorLinks, and(isOf(subject), eq(auditorLinks.financialYear, year), isValid));
    if (count >= MAX_AUDITOR_LINKS) return { ok: false, code: 'auditor.too_many' };
    const [link] = await tx
      .insert(auditorLinks)
      .values({
        ...columnsOf(subject),
        financialYear: year,
        tokenHash: hashToken(token),
        expiresAt: sql`now() + ${AUDITOR_LINK_DAYS}::int * interval '1 day'`,
      })
      .returning({ expiresAt: auditorLinks.expiresAt });
    return { ok: true, url: new URL(`/auditor/${token}`, env().APP_URL).href, expiresAt: link!.expiresAt };
  });
}

/** Two tabs make their links one after the other: the second sees that of the first. */
const lockSubject = (subject: YearSubject, tx: Database) =>
  'userId' in subject
    ? tx.select({ id: users.id }).from(users).where(eq(users.id, subject.userId)).for('no key update')
    : tx.select({ id: billings.id }).from(billings).where(eq(billings.id, subject.billingId)).for('no key update');

/** Ends a link at once. Repeating it changes nothing. @returns 'auditor.not_found' for links of others, too */
export async function revokeAuditorLink(scope: AdoptionScope, id: string): Promise<Outcome<object>> {
  const revoked = await db()
    .update(auditorLinks)
    .set({ revokedAt: sql`coalesce(${auditorLinks.revokedAt}, now())` })
    .where(and(eq(auditorLinks.id, id), isOf(subjectOf(scope))))
    .returning({ id: auditorLinks.id });
  return revoked.length > 0 ? { ok: true } : { ok: false, code: 'auditor.not_found' };
}

/** Returns the valid links of a year, the oldest first. */
export async function listAuditorLinks(scope: AdoptionScope, year: string): Promise<AuditorLink[]> {
  const { id, createdAt, expiresAt } = auditorLinks;
  const [newest, views] = [alias(auditorViews, 'newest'), alias(auditorViews, 'views')];
  return withQueryDeadline(
    db()
      .select({
        id,
        expiresAt,
        views: sql<number>`(select count(*) from ${auditorViews} ${views} where ${views.linkId} = ${id})`.mapWith(
          Number,
        ),
        newest: sql<{ what: AuditorView; at: string }[]>`(
          select coalesce(jsonb_agg(shown), '[]') from (
            select ${newest.what} as what, ${newest.at} as at from ${auditorViews} ${newest}
             where ${newest.linkId} = ${id} order by ${newest.at} desc limit ${SHOWN_VIEWS}::int) shown)`.mapWith(
          (shown: { what: AuditorView; at: string }[]) => shown.map(({ what, at }) => ({ what, at: new Date(at) })),
        ),
      })
      .from(auditorLinks)
      .where(and(isOf(subjectOf(scope)), eq(auditorLinks.financialYear, year), isValid))
      .orderBy(asc(createdAt), asc(id)),
  );
}

/**
 * Opens a link and notes the view.
 * @returns 'auditor.not_found' for an unknown, an ended and a revoked link alike
 */
export async function openAuditorLink(
  token: string,
  what: AuditorView,
): Promise<Outcome<{ subject: YearSubject; year: string; expiresAt: Date }>> {
  const [link] = await withQueryDeadline(
    db()
      .select()
      .from(auditorLinks)
      .where(and(eq(auditorLinks.tokenHash, hashToken(token)), isValid)),
  );
  if (!link) return { ok: false, code: 'auditor.not_found' };
  await db().insert(auditorViews).values({ linkId: link.id, what });
  const { userId, billingId, financialYear: year, expiresAt } = link;
  return { ok: true, subject: userId === null ? { billingId: billingId! } : { userId }, year, expiresAt };
}

/** Deletes links that ended long ago, with their views. @returns their number */
export async function purgeAuditorLinks(): Promise<number> {
  const { count } = await db()
    .delete(auditorLinks)
    .where(sql`coalesce(${auditorLinks.revokedAt}, ${auditorLinks.expiresAt}) < now() - interval '1 year'`);
  return count;
}
