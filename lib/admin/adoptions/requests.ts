import 'server-only';
import type { Decision } from '@/db/schema/enums';
import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import { changeRequests } from '@/db/schema';
import { maskEmail } from '@/lib/accounts/codes/rules';
import { recordChange, refuse, type Done, type OpenAdoption } from './change';
import type { ActionBody } from './schema';
import { firstStepOf, needsOtherAdmin } from '@/lib/accounts/administrators/second-step';

/*
 * Cancelling or reducing paid seats, and another e-mail address of a guest, only record a request: a second administrator
 * approves it by the same action with `request`.
 */

type Request = typeof changeRequests.$inferSelect;

/** Locks an open request of the adoption. `needsOther`: somebody else has to approve it. */
async function lockRequest({ tx, billing, adminId }: OpenAdoption, id: string) {
  const needsOther = needsOtherAdmin(firstStepOf.request(changeRequests), adminId);
  const [request] = await tx
    .select({ ...getTableColumns(changeRequests), needsOther })
    .from(changeRequests)
    .where(and(eq(changeRequests.id, id), eq(changeRequests.billingId, billing.id), eq(changeRequests.state, 'open')))
    .for('no key update');
  return request;
}

/** Locks the request that a change approves; null without one. */
export async function lockApproval(adoption: OpenAdoption, kind: Request['kind'], id: string | undefined) {
  if (id === undefined) return null;
  const request = await lockRequest(adoption, id);
  if (request?.kind !== kind) return refuse('request_gone');
  if (request.needsOther) refuse('second_admin');
  return request;
}

export async function closeRequest(
  { tx, adminId }: OpenAdoption,
  id: string,
  decision: { state: Decision; answer?: string },
): Promise<void> {
  await tx
    .update(changeRequests)
    .set({ ...decision, decidedBy: adminId, decidedAt: sql`now()` })
    .where(eq(changeRequests.id, id));
}

/** What an administrator asks a second one for. */
type Wanted =
  { kind: 'cancel' } | { kind: 'reduce'; lines: Request['lines'] | undefined } | { kind: 'email'; email: string };

/** Asks a second administrator to approve a change. The present address is told of another one. */
export async function requestChange(adoption: OpenAdoption, wanted: Wanted): Promise<Done> {
  const { tx, billing, adminId, reason } = adoption;
  // Commands are for pledges without money.
  if (adminId === null) return refuse('not_pledged');
  const isOpen = and(
    eq(changeRequests.billingId, billing.id),
    eq(changeRequests.state, 'open'),
    isNotNull(changeRequests.requestedBy),
  );
  if ((await tx.$count(changeRequests, isOpen)) > 0) refuse('request_open');
  const values = { billingId: billing.id, ...wanted, reason, requestedBy: adminId };
  const [added] = await tx.insert(changeRequests).values(values).returning({ id: changeRequests.id });
  const { kind } = wanted;
  const done = await recordChange(adoption, {
    event: 'change_requested',
    after: { kind },
    detail: { request: added!.id, ...(kind === 'reduce' && { lines: wanted.lines ?? null }) },
    message:
      kind === 'email'
        ? { kind: 'email_requested', detail: { former_email: billing.sponsor.email!, email: maskEmail(wanted.email) } }
        : null,
  });
  return { ...done, done: false };
}

/** Declines an open request of a colleague, or answers the change request of a sponsor; the answer to a sponsor is sent. */
export async function answerRequest(
  adoption: OpenAdoption,
  { request: requestId, accepts }: ActionBody<'answer_request'>,
): Promise<Done> {
  const { reason: answer } = adoption;
  const request = await lockRequest(adoption, requestId);
  const isOfSponsor = request?.requestedBy === null;
  // An administrator's request is approved by the action that carries it out.
  if (!request || (accepts && !isOfSponsor)) return refuse('request_gone');
  const state = accepts ? 'approved' : 'declined';
  await closeRequest(adoption, requestId, { state, answer });
  return recordChange(adoption, {
    event: 'change_answered',
    after: { kind: request.kind, decision: state },
    detail: { request: requestId },
    message: isOfSponsor ? { kind: 'answered', detail: { answer, accepted: accepts } } : null,
  });
}
