import 'server-only';
import { randomInt } from 'node:crypto';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import type { ErrorParams, Outcome } from '@/lib/core/errors';
import { codeMessage } from '@/lib/message/rules';
import { messageTransport } from '@/lib/message/transport';
import { hashCode, issueCode, withdrawCode, withSendAllowance, type OtpSubject } from '@/lib/otp/mutations';
import type { OtpMethod } from '@/lib/otp/schema';
import type { Sponsor } from './schema';
import { runCreateDraft, runPledgeSeats } from './statements';

/** What a draft asks for: course ids with seats, and the total in paise that the sponsor was shown. */
export type DraftRequest = {
  sponsor: Sponsor;
  lines: readonly { id: string; selectedSeats: number }[];
  totalPaise: number;
};

/** An open draft: whose it is, and the number of its seats. */
export type Draft = { billingId: string; userId: string; seats: number };

const ATTEMPTS = 3;

/**
 * Finds or opens the draft of a guest of the public flow. The same details, lines and prices as an open
 * draft of this guest: that one is reused. Anything else replaces it, and a draft is never changed, so that a code confirms exactly what its
 * message named. The row of a known guest stays as it is until a code is verified. No seats are taken.
 * @returns 'selection.changed' when the open courses no longer add up to `totalPaise`
 */
export async function createDraft({ sponsor, lines, totalPaise }: DraftRequest): Promise<Outcome<Draft>> {
  const values = {
    sponsor: JSON.stringify(sponsor),
    ids: lines.map(({ id }) => id),
    seats: lines.map(({ selectedSeats }) => selectedSeats),
    totalPaise,
  };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // A unique violation, or no row, is the same guest opening a draft at the same moment: then that one is found next.
    const row = await unless(UNIQUE_VIOLATION, runCreateDraft(sql(), { ...values, reference: newReference() }));
    if (row && !row.quote_holds) return { ok: false, code: 'selection.changed' };
    if (row?.billing_id) return { ok: true, billingId: row.billing_id, userId: row.user_id, seats: row.seats };
  }
  throw new Error('the draft could not be opened');
}

/**
 * Opens the draft of a guest and sends the code that verifies it, as far as the limits allow. What cannot be delivered
 * costs no attempt and can be repeated at once.
 * @param address client address, for the limit per address
 * @returns the guest's id, an opaque reference for verify-otp; refusals of limits carry the seconds to wait
 */
export async function sendAdoptionCode(
  request: DraftRequest,
  channel: OtpMethod,
  address: string,
): Promise<Outcome<{ userId: string }> & { retryAfterSeconds?: number }> {
  const { email, phone, company } = request.sponsor;
  return withSendAllowance({ channel, recipient: channel === 'email' ? email : phone, address }, async () => {
    const draft = await createDraft(request);
    if (!draft.ok) return draft;
    const { billingId, userId, seats } = draft;
    const { code, id } = await issueCode({ purpose: 'public_adoption', channel, userId, email, phone }, billingId);
    const brief = { company, seats, totalPaise: request.totalPaise };
    const sent = await messageTransport().send(codeMessage({ channel, email, phone, code }, brief));
    if (sent.ok) return { ok: true, userId };
    await withdrawCode(id);
    return sent;
  });
}

/** A line whose course has fewer seats left than asked for; 0 also for a course that was closed. */
export type Shortage = { course_id: string; available: number };

export type Pledge = { billingId: string; reference: string; verifiedAt: Date };

/** Why no seats were pledged. `retryAfterSeconds` comes with 'otp.too_many_attempts', `shortages` with the codes of seats. */
export type PledgeRefusal =
  | { ok: false; code: 'otp.invalid' }
  | { ok: false; code: 'otp.too_many_attempts'; retryAfterSeconds: number }
  | { ok: false; code: 'seats.max' | 'seats.none_left'; params: ErrorParams; shortages: Shortage[] };

/**
 * Verifies a typed code and pledges the seats of its draft, in one statement. A right code that was already used
 * for a pledge answers that pledge again and locks nothing. When seats are short the code is spent all the same.
 * @param connection the pool to use, if not the shared one
 */
export async function pledgeSeats(
  subject: OtpSubject,
  code: string,
  connection: Sql = sql(),
): Promise<({ ok: true } & Pledge) | PledgeRefusal> {
  const values = { ...subject, codeHash: hashCode(subject, code) };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    // Buyers lock in one order; an import or an administrator may not. The statement that was called off did nothing.
    const row = await unless(DEADLOCK, runPledgeSeats(connection, values));
    if (row) return readPledge(row);
  }
  throw new Error('the seats could not be locked');
}

function readPledge(row: Awaited<ReturnType<typeof runPledgeSeats>>): ({ ok: true } & Pledge) | PledgeRefusal {
  const { verdict, state, billing_id: billingId, reference, verified_ms: verifiedMs, shortages } = row;
  if (verdict === 'closed' || verdict === 'spent')
    return { ok: false, code: 'otp.too_many_attempts', retryAfterSeconds: row.retry_after ?? 1 };
  if (state === 'pledged' && billingId && reference && verifiedMs !== null)
    return { ok: true, billingId, reference, verifiedAt: new Date(verifiedMs) };
  const first = shortages?.[0];
  if (!shortages || !first) return { ok: false, code: 'otp.invalid' };
  const code = first.available > 0 ? 'seats.max' : 'seats.none_left';
  return { ok: false, code, params: { available: first.available }, shortages };
}

const UNIQUE_VIOLATION = '23505';
const DEADLOCK = '40P01';

/** The result of a statement, or undefined if it failed with this SQLSTATE. */
async function unless<T>(state: string, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: unknown }).code === state) return undefined;
    throw error;
  }
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A reference such as 'SA-7K2M-Q4XT-90BD': 60 random bits in letters that are not mistaken for digits. */
function newReference(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `SA-${group()}-${group()}-${group()}`;
}
