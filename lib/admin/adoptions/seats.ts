import 'server-only';
import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import { wasPaid } from '@/db/balance';
import { bankReceipts, billingItems, billings, changeRequests } from '@/db/schema';
import { ADOPTED_STATES } from '@/db/schema/billing-states';
import {
  lockLines,
  recordChange,
  refuse,
  returnLines,
  stepOf,
  type Done,
  type LockedLine,
  type OpenAdoption,
} from './change';
import { lockRenewals, lowerRenewals } from '@/lib/adoption/renewal-seats';
import type { ActionBody } from './schema';
import { firstStepOf, needsOtherAdmin } from './second-step';

/*
 * Cancelling or reducing paid seats only records a request: a second administrator approves it by the same action with
 * `request`.
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

/** Locks the request that a change of seats approves; null without one. */
async function lockApproval(adoption: OpenAdoption, kind: Request['kind'], id: string | undefined) {
  if (id === undefined) return null;
  const request = await lockRequest(adoption, id);
  if (request?.kind !== kind) return refuse('request_gone');
  if (request.needsOther) refuse('second_admin');
  return request;
}

async function closeRequest(
  { tx, adminId }: OpenAdoption,
  id: string,
  decision: { state: 'approved' | 'declined'; answer?: string },
): Promise<void> {
  await tx
    .update(changeRequests)
    .set({ ...decision, decidedBy: adminId, decidedAt: sql`now()` })
    .where(eq(changeRequests.id, id));
}

/** Whether a change of the seats needs the approval of a second administrator. */
async function needsApproval({ tx, billing }: OpenAdoption): Promise<boolean> {
  const [row] = await tx
    .select({ wasPaid: wasPaid(billings) })
    .from(billings)
    .where(eq(billings.id, billing.id));
  return row!.wasPaid;
}

const sumOf = (lines: readonly Pick<LockedLine, 'seats'>[]) => lines.reduce((sum, { seats }) => sum + seats, 0);

/** Cancels an adoption: its seats and those that are kept to renew it are free again, and money received is owed back. */
export async function cancelAdoption(
  adoption: OpenAdoption,
  { request: requestId }: Pick<ActionBody<'cancel'>, 'request'>,
): Promise<Done> {
  const { tx, billing, adminId } = adoption;
  const step = stepOf(adoption, 'cancelled') ?? refuse('not_adopted');
  const renewals = await lockRenewals(adoption);
  const lines = await lockLines(adoption);
  const request = await lockApproval(adoption, 'cancel', requestId);
  const waiting = and(eq(bankReceipts.billingId, billing.id), eq(bankReceipts.state, 'recorded'));
  if ((await tx.$count(bankReceipts, waiting)) > 0) refuse('receipt_waits');
  if (!request && (await needsApproval(adoption))) return requestChange(adoption, 'cancel', null);
  if (request) await closeRequest(adoption, request.id, { state: 'approved' });
  await returnLines(
    adoption,
    lines.map((line) => ({ ...line, returned: line.seats })),
  );
  await lowerRenewals(adoption, renewals, new Map(), {
    actor: adminId === null ? 'operator' : 'admin',
    adminId,
  });
  const done = await recordChange(adoption, {
    event: 'cancelled',
    to: step.to,
    before: { seats: sumOf(lines), total_paise: billing.totalPaise },
    after: { seats: 0 },
    message: { kind: 'cancelled' },
  });
  return { ...done, alone: adminId !== null && request?.requestedBy === adminId };
}

/**
 * Reduces the seats of lines, and those that are kept to renew them to what continues; a line with 0 seats is removed, at least one seat stays. Money beyond the new total is
 * owed back; a pledge whose money suffices for the rest is paid. The lines of a request apply.
 */
export async function reduceAdoption(adoption: OpenAdoption, action: ActionBody<'reduce'>): Promise<Done> {
  const { tx, billing, adminId } = adoption;
  if (!ADOPTED_STATES.includes(billing.state)) refuse('not_adopted');
  const renewals = await lockRenewals(adoption);
  const lines = await lockLines(adoption);
  const request = await lockApproval(adoption, 'reduce', action.request);
  const wanted = request?.lines ?? action.lines ?? {};
  if (Object.keys(wanted).some((id) => !lines.some(({ courseId }) => courseId === id))) refuse('line_unknown');
  const reduced = lines.map((line) => ({
    ...line,
    seats: wanted[line.courseId] ?? line.seats,
    seatsBefore: line.seats,
  }));
  if (reduced.some((line) => line.seats < 0 || line.seats > line.seatsBefore)) refuse('seats_range');
  const [seats, seatsBefore] = [sumOf(reduced), sumOf(lines)];
  if (seats < 1) refuse('none_left');
  if (seats === seatsBefore) refuse('unchanged');
  if (!request && (await needsApproval(adoption))) return requestChange(adoption, 'reduce', action.lines ?? null);
  if (request) await closeRequest(adoption, request.id, { state: 'approved' });
  const changed = reduced
    .filter((line) => line.seats < line.seatsBefore)
    .map((line) => ({ ...line, returned: line.seatsBefore - line.seats }));
  // Before the lines, whose reserved seats may not exceed their seats.
  await returnLines(adoption, changed);
  for (const line of changed)
    await tx
      .update(billingItems)
      .set({ seats: line.seats })
      .where(and(eq(billingItems.billingId, billing.id), eq(billingItems.courseId, line.courseId)));
  await lowerRenewals(adoption, renewals, new Map(reduced.map(({ courseId, seats: rest }) => [courseId, rest])), {
    actor: adminId === null ? 'operator' : 'admin',
    adminId,
  });
  // Seats reserved by administrators do not count for the limits; they are returned first.
  const reserved = reduced.reduce(
    (sum, { seats: rest, seatsBefore: before, reservedSeats, isLimited }) =>
      sum + (isLimited ? 0 : Math.max(0, reservedSeats - (before - rest))),
    0,
  );
  const limitSeats = seats - reserved;
  const totalPaise = reduced.reduce((sum, line) => sum + line.seats * line.pricePaise, 0);
  const paidPaise = billing.receivedPaise - billing.refundedPaise;
  const done = await recordChange(adoption, {
    event: 'reduced',
    set: { totalPaise, ...(billing.limitKeys.length > 0 ? { limitSeats } : {}) },
    consequence: paidPaise > 0 && paidPaise >= totalPaise ? stepOf(adoption, 'paid') : null,
    before: { seats: seatsBefore, total_paise: billing.totalPaise },
    after: { seats, total_paise: totalPaise },
    detail: { returned: Object.fromEntries(changed.map(({ courseId, returned }) => [courseId, returned])) },
    message: { kind: 'reduced', detail: { seats_before: seatsBefore } },
  });
  return { ...done, alone: request?.requestedBy === adminId };
}

/** Asks a second administrator to cancel or reduce paid seats. */
async function requestChange(
  adoption: OpenAdoption,
  kind: 'cancel' | 'reduce',
  lines: Request['lines'],
): Promise<Done> {
  const { tx, billing, adminId, reason } = adoption;
  // Commands are for pledges without money.
  if (adminId === null) return refuse('not_pledged');
  const isOpen = and(
    eq(changeRequests.billingId, billing.id),
    eq(changeRequests.state, 'open'),
    isNotNull(changeRequests.requestedBy),
  );
  if ((await tx.$count(changeRequests, isOpen)) > 0) refuse('request_open');
  const values = { billingId: billing.id, kind, lines, reason, requestedBy: adminId };
  const [added] = await tx.insert(changeRequests).values(values).returning({ id: changeRequests.id });
  const done = await recordChange(adoption, {
    event: 'change_requested',
    after: { kind },
    detail: { request: added!.id, lines },
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
