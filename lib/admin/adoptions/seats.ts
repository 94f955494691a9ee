import 'server-only';
import { and, eq } from 'drizzle-orm';
import { wasPaid } from '@/db/balance';
import { bankReceipts, billingItems, billings } from '@/db/schema';
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
import { lockRenewals, lowerRenewals } from '@/lib/adoption/renewals/renewal-seats';
import { closeRequest, lockApproval, requestChange } from './requests';
import type { ActionBody } from './schema';

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
  if (!request && (await needsApproval(adoption))) return requestChange(adoption, { kind: 'cancel' });
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
 * Reduces the seats of lines, and those that are kept to renew them to what continues; a line with 0 seats is
 * removed, at least one seat stays. Money beyond the new total is
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
  if (!request && (await needsApproval(adoption)))
    return requestChange(adoption, { kind: 'reduce', lines: action.lines });
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
