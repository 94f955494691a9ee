import 'server-only';
import { and, desc, eq, inArray, isNull, lte, ne, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { hasState } from '@/db/conditions';
import {
  admins,
  billings,
  conversationMessages,
  institutes,
  officeInstitutes,
  outboundMessages,
  users,
} from '@/db/schema';
import { statesThat } from '@/db/schema/billing-states';
import { transaction } from '@/db/transaction';
import { CATALOGUE_ROLES, FINANCE_ROLES, HEAD_ROLES } from '@/lib/accounts/administrators/roles';
import { isWorking, type AdminScope, type AreaScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import type { AuditFields } from '@/lib/accounts/audit-log/schema';
import { instituteIds, requireActingOffice, type InstituteScope } from '@/lib/accounts/offices/session';
import { personName } from '@/lib/accounts/ownership';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { VISIBLE_STATES } from '@/lib/adoption/core/rules';
import { isInArea } from '@/lib/catalogue/areas/queries';
import { isMaker, maker, recipientAddress } from '@/lib/notifications/recipient';
import type { Limited, Outcome } from '@/lib/platform/errors';
import { MESSAGES_WRITTEN } from '@/lib/platform/limits';
import { limiter } from '@/lib/platform/rate-limit';
import type { Written } from './schema';

const perConversation = limiter('messages_written', MESSAGES_WRITTEN);

/** Adoptions that were never verified have no sponsor to write to; a replaced one is over. */
const UNVERIFIED = statesThat(({ verified }) => verified !== 'yes');

/** The conversation of an adoption, or of an institute. */
type Thread = { billingId: string } | { instituteId: string };

const isOf = (thread: Thread): SQL =>
  'billingId' in thread
    ? eq(conversationMessages.billingId, thread.billingId)
    : eq(conversationMessages.instituteId, thread.instituteId);

const isOpen = and(ne(conversationMessages.side, 'department'), isNull(conversationMessages.answeredAt))!;

/** Whether the newest message is the one that the writer has seen. The caller has locked what the conversation belongs to. */
async function isNewest(tx: Database, thread: Thread, last: string | null): Promise<boolean> {
  const [newest] = await tx
    .select({ id: conversationMessages.id })
    .from(conversationMessages)
    .where(isOf(thread))
    .orderBy(desc(conversationMessages.at), desc(conversationMessages.id))
    .limit(1);
  return (newest?.id ?? null) === last;
}

/**
 * Stores a message of the department, which answers what is open.
 * @returns the accounts whose messages it answers
 */
async function storeOfDepartment(tx: Database, thread: Thread, by: AreaScope, text: string): Promise<string[]> {
  const answered = await tx
    .update(conversationMessages)
    .set({ answeredAt: sql`now()` })
    .where(and(isOf(thread), isOpen))
    .returning({ authorId: conversationMessages.authorId });
  await tx.insert(conversationMessages).values({ ...thread, side: 'department', text, authorId: by.adminId });
  return [...new Set(answered.flatMap(({ authorId }) => authorId ?? []))];
}

/**
 * Writes to the sponsor of an adoption: the message, its e-mail to the contact, and, of an answer, to the colleagues who had
 * written, and an entry of the audit log without the text.
 * @returns 'conversation.changed' if there is a newer message than the writer has seen; 'conversation.no_address' after the sponsor's
 * account was deleted
 * @throws HttpError 401 'admin.session_ended' if the account may not do it any more
 */
export function writeToSponsor(
  by: AdminScope,
  reference: string,
  { message: text, last }: Written,
): Promise<Outcome<object>> {
  return transaction(async (tx): Promise<Outcome<object>> => {
    const [billing] = await tx
      .select({ id: billings.id, state: billings.state, address: recipientAddress })
      .from(billings)
      .innerJoin(users, eq(users.id, billings.userId))
      .leftJoin(maker, isMaker)
      .where(eq(billings.reference, reference))
      .for('no key update', { of: billings });
    if (!billing) return { ok: false, code: 'adoption.not_found' };
    await requireActingAdmin(by, FINANCE_ROLES, tx);
    if (UNVERIFIED.includes(billing.state)) return { ok: false, code: 'adoption.not_verified' };
    if (billing.address === '') return { ok: false, code: 'conversation.no_address' };
    const thread = { billingId: billing.id };
    if (!(await isNewest(tx, thread, last))) return { ok: false, code: 'conversation.changed' };
    const authors = await storeOfDepartment(tx, thread, by, text);
    const others =
      authors.length === 0
        ? []
        : await tx
            .select({ id: users.id })
            .from(users)
            .where(and(inArray(users.id, authors), sql`lower(${users.email}) <> lower(${billing.address})`));
    const details = [{ text }, ...others.map(({ id: person }) => ({ text, person }))];
    await tx
      .insert(outboundMessages)
      .values(details.map((detail) => ({ billingId: billing.id, kind: 'letter', detail })));
    await recordAction(by, { action: 'conversation.written', subject: billing.id, after: { reference } }, tx);
    return { ok: true };
  });
}

/** The heads of the office of an institute who have joined it. */
const selectHeads = (tx: Database, instituteId: string) =>
  tx
    .select({ recipient: admins.username, locale: admins.locale })
    .from(officeInstitutes)
    .innerJoin(admins, eq(admins.id, officeInstitutes.adminId))
    .where(and(eq(officeInstitutes.instituteId, instituteId), isWorking(HEAD_ROLES)))
    .orderBy(admins.username);

/** Locks an institute, so that its conversation has one writer at a time. */
async function lockInstitute(tx: Database, id: string) {
  const { name, hindi, city } = institutes;
  const which = eq(institutes.id, id);
  const [found] = await tx.select({ name, hindi, city }).from(institutes).where(which).for('no key update');
  return found;
}

/** What the audit log says of an institute. */
const namesOf = ({ name, city }: { name: string; city: string }) => ({ institute: name, city });

/**
 * Writes to the heads of the office of an institute likewise.
 * @returns 'conversation.changed'; 'conversation.no_office' if no head has joined it
 * @throws HttpError 401 'admin.session_ended' if the account may not do it any more
 */
export function writeToOffice(
  by: AreaScope,
  instituteId: string,
  { message: text, last }: Written,
): Promise<Outcome<object>> {
  return transaction(async (tx): Promise<Outcome<object>> => {
    await requireActingAdmin(by, CATALOGUE_ROLES, tx);
    const institute = await lockInstitute(tx, instituteId);
    if (!institute || !(await isInArea(by, { institutes: [instituteId] }, tx)))
      return { ok: false, code: 'institute.not_found' };
    const heads = await selectHeads(tx, instituteId);
    if (heads.length === 0) return { ok: false, code: 'conversation.no_office' };
    if (!(await isNewest(tx, { instituteId }, last))) return { ok: false, code: 'conversation.changed' };
    await storeOfDepartment(tx, { instituteId }, by, text);
    const detail = { institute: institute.name, hindi: institute.hindi, text };
    await tx.insert(outboundMessages).values(heads.map((head) => ({ ...head, kind: 'office_letter', detail })));
    await recordAction(by, { action: 'conversation.written', subject: instituteId, after: namesOf(institute) }, tx);
    return { ok: true };
  });
}

/**
 * Writes to the department as the sponsor of an adoption; administrators see it among what needs attention.
 * @returns 'own_adoption.not_found' for an id outside the scope; 'conversation.changed'; 'request.too_many'
 */
export async function writeAsSponsor(
  scope: AdoptionScope,
  billingId: string,
  { message: text, last }: Written,
): Promise<Limited<object>> {
  const isOwn = and(eq(billings.id, billingId), ownedBy(scope), hasState(billings, VISIBLE_STATES));
  if ((await db().$count(billings, isOwn)) === 0) return { ok: false, code: 'own_adoption.not_found' };
  const allowed = await perConversation.consume(billingId);
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  return transaction(async (tx): Promise<Outcome<object>> => {
    const [billing] = await tx.select({ id: billings.id }).from(billings).where(isOwn).for('no key update');
    if (!billing) return { ok: false, code: 'own_adoption.not_found' };
    if (!(await isNewest(tx, { billingId }, last))) return { ok: false, code: 'conversation.changed' };
    const author = 'billingId' in scope ? {} : { authorId: scope.personId, person: personName(scope.personId) };
    await tx.insert(conversationMessages).values({ billingId, side: 'sponsor', text, ...author });
    return { ok: true };
  });
}

/**
 * Writes to the department as a head of an institute's office likewise.
 * @returns 'admin.not_found' for an institute of others; 'conversation.changed'; 'request.too_many'
 * @throws HttpError 401 'admin.session_ended' if the account may not act for the institute any more
 */
export async function writeAsOffice(
  scope: InstituteScope,
  instituteId: string,
  { message: text, last }: Written,
): Promise<Limited<object>> {
  if (!instituteIds(scope).includes(instituteId)) return { ok: false, code: 'admin.not_found' };
  const allowed = await perConversation.consume(instituteId);
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  return transaction(async (tx): Promise<Outcome<object>> => {
    await requireActingOffice(scope, { roles: HEAD_ROLES, institutes: [instituteId] }, tx);
    const institute = await lockInstitute(tx, instituteId);
    if (!institute) return { ok: false, code: 'admin.not_found' };
    if (!(await isNewest(tx, { instituteId }, last))) return { ok: false, code: 'conversation.changed' };
    const author = { authorId: scope.adminId, person: scope.username };
    await tx.insert(conversationMessages).values({ instituteId, side: 'office', text, ...author });
    await recordAction(scope, { action: 'conversation.written', subject: instituteId, after: namesOf(institute) }, tx);
    return { ok: true };
  });
}

/**
 * Marks a message of a sponsor, or of an office, and those before it, as in no need of an answer, with the reason in the audit log.
 * @param side whose message it is, which says who may do it
 * @returns 'conversation.not_found' also for a message of the other side; 'conversation.answered' if somebody answered or did this
 * meanwhile
 * @throws HttpError 401 'admin.session_ended' if the account may not do it any more
 */
export function endConversation(
  by: AreaScope,
  side: 'sponsor' | 'office',
  messageId: string,
  reason: string,
): Promise<Outcome<object>> {
  return transaction(async (tx): Promise<Outcome<object>> => {
    await requireActingAdmin(by, side === 'sponsor' ? FINANCE_ROLES : CATALOGUE_ROLES, tx);
    const { billingId, instituteId } = conversationMessages;
    const [message] = await tx
      .select({ billingId, instituteId, reference: billings.reference, name: institutes.name, city: institutes.city })
      .from(conversationMessages)
      .leftJoin(billings, eq(billings.id, billingId))
      .leftJoin(institutes, eq(institutes.id, instituteId))
      .where(and(eq(conversationMessages.id, messageId), eq(conversationMessages.side, side)));
    if (!message || !(await isInArea(by, { institutes: [message.instituteId ?? ''].filter(Boolean) }, tx)))
      return { ok: false, code: 'conversation.not_found' };
    const { reference, name, city } = message;
    const thread =
      message.billingId === null ? { instituteId: message.instituteId! } : { billingId: message.billingId };
    const named = alias(conversationMessages, 'named');
    const time = tx.select({ at: named.at }).from(named).where(eq(named.id, messageId));
    const { count } = await tx
      .update(conversationMessages)
      .set({ answeredAt: sql`now()` })
      .where(and(isOf(thread), isOpen, lte(conversationMessages.at, sql`${time}`)));
    if (count === 0) return { ok: false, code: 'conversation.answered' };
    const about: AuditFields = reference === null ? { institute: name, city } : { reference };
    const subject = message.billingId ?? message.instituteId!;
    await recordAction(by, { action: 'conversation.ended', subject, after: { ...about, reason } }, tx);
    return { ok: true };
  });
}
