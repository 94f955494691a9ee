import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { db, type Database } from '@/db/client';
import { constant, hasState, type Slots } from '@/db/conditions';
import { billings, otpChallenges } from '@/db/schema';
import type { BillingState } from '@/db/schema/billing-states';
import { setColumns } from '@/db/writes';
import { MAX_WRONG_PER_CODE, MAX_WRONG_PER_HOUR } from '@/lib/platform/limits';
import { hashCode, type OtpSubject } from './mutations';

/*
 * Parts of statements that check and consume a code and also do what the code confirms: if such a statement fails, the
 * code is not used. It starts with `codeCheck`, decides on a verdict in the CTE `result`, and writes it with
 * `recordedVerdict`.
 */

/**
 * Result of checking a code.
 * `used`: correct, but already consumed. `expired`: too old, or the subject has no code. `too_many`: too many wrong
 * codes, for this code or by the requester who asked for it. `ambiguous`: several drafts wait for a code, or the code was
 * requested from another network.
 */
export type CodeVerdict = 'right' | 'used' | 'wrong' | 'expired' | 'too_many' | 'ambiguous';

type CheckOptions = {
  /** The states in which a billing waits for a code; none if codes have no billing. */
  draftStates?: readonly BillingState[];
  /** True if only codes of the requester, and those requested within a session, are considered. */
  isOfRequester?: boolean;
  /** False if the statement counts no wrong codes: then it writes nothing unless the code is right. */
  locks?: boolean;
};

const recipientCodes = alias(otpChallenges, 'recipient_codes');
const subjectCodes = alias(otpChallenges, 'subject_codes');
const latestCode = alias(otpChallenges, 'latest_code');

/**
 * Returns CTEs that compare the submitted code with the newest one of its subject. They first lock the codes of the
 * recipient from the last hour, so concurrent guesses are checked one after the other and counted exactly. Each draft
 * has its own code; wrong codes count against the requester who asked for the code.
 * The last CTE is `code_check`, one row: `id` and `billing_id` of the code (null without one), `verdict`, and for
 * 'too_many' `retry_at`, the end of the block.
 * Comparing hashes with '=' is not a timing leak: the hashes are keyed, so a client cannot control their common prefix.
 */
export function codeCheck(
  { userId, email, phone, otpMethod: channel, purpose, draftId, requester, hash }: CodeValues | Slots<CodeValues>,
  { draftStates = [], isOfRequester = false, locks = true }: CheckOptions = {},
): SQL {
  const isWaiting = draftStates.length > 0 ? hasState(billings, draftStates) : sql`false`;
  return sql`
    recipient_codes as (
      select ${otpChallenges}.* from ${otpChallenges}
       where ${otpChallenges.channel} = ${channel}
         and ((${channel} = 'email' and ${otpChallenges.email} = ${email})
              or (${channel} = 'phone' and ${otpChallenges.phone} = ${phone}))
         and ${otpChallenges.createdAt} > now() - interval '1 hour' and ${otpChallenges.failure} is null
       ${locks ? sql`order by ${otpChallenges.id} for no key update` : sql``}),
    subject_codes as (
      select * from recipient_codes
       where ${recipientCodes.userId} is not distinct from ${userId}::uuid and ${recipientCodes.email} = ${email}
         and ${recipientCodes.phone} = ${phone} and ${recipientCodes.purpose} = ${purpose}
         ${isOfRequester ? sql`and ${recipientCodes.requester} in ('', ${requester})` : sql``}),
    waiting as (
      select array_agg(distinct ${subjectCodes.billingId}) as drafts
        from subject_codes join ${billings} on ${billings.id} = ${subjectCodes.billingId}
       where ${subjectCodes.consumedAt} is null and ${subjectCodes.expiresAt} > now() and ${isWaiting}),
    requested as (select nullif(${draftId}, '')::uuid as draft),
    latest_code as (
      select subject_codes.*, requested.draft is null
             and (cardinality(waiting.drafts) > 1 or ${subjectCodes.requester} not in ('', ${requester})) as is_ambiguous
        from subject_codes, waiting, requested
       where requested.draft is null or ${subjectCodes.billingId} = requested.draft
       order by coalesce(${subjectCodes.billingId} = any(waiting.drafts), false) desc, ${subjectCodes.id} desc limit 1),
    attempts as (
      select coalesce(sum(${recipientCodes.wrongAttempts}), 0) as wrong,
             min(${recipientCodes.createdAt}) filter (where ${recipientCodes.wrongAttempts} > 0) as since
        from recipient_codes join latest_code
          on ${latestCode.userId} is not distinct from ${recipientCodes.userId}
             and (${latestCode.purpose}, ${latestCode.requester}) = (${recipientCodes.purpose}, ${recipientCodes.requester})),
    code_check as (
      select ${latestCode.id}, ${latestCode.billingId},
             case when attempts.wrong >= ${sql.raw(String(MAX_WRONG_PER_HOUR))} then attempts.since + interval '1 hour'
                  else ${latestCode.expiresAt} end as retry_at,
             case when latest_code.is_ambiguous then 'ambiguous'
                  when attempts.wrong >= ${sql.raw(String(MAX_WRONG_PER_HOUR))} then 'too_many'
                  when ${latestCode.id} is null or ${latestCode.expiresAt} <= now() then 'expired'
                  when ${latestCode.wrongAttempts} >= ${sql.raw(String(MAX_WRONG_PER_CODE))} then 'too_many'
                  when ${latestCode.codeHash} <> ${hash} then 'wrong'
                  when ${latestCode.consumedAt} is null then 'right'
                  else 'used' end as verdict
        from attempts left join latest_code on true)`;
}

const isRightOnce = sql`(result.verdict = 'right' and ${otpChallenges.consumedAt} is null)`;

/**
 * The CTE `recorded`, which consumes a right code, once, and counts a wrong one, as decided in the CTE `result` (`id` and
 * `verdict`). It contains the code if it changed.
 */
export const recordedVerdict = constant(sql`
    recorded as (
      update ${otpChallenges} ${setColumns(otpChallenges, {
        wrongAttempts: sql`${otpChallenges.wrongAttempts} + (result.verdict = 'wrong')::int`,
        consumedAt: sql`case when ${isRightOnce} then now() else ${otpChallenges.consumedAt} end`,
      })}
        from result
       where ${otpChallenges.id} = result.id and (result.verdict = 'wrong' or ${isRightOnce})
      returning ${otpChallenges.id})`);

/**
 * The subject of a submitted code, and its draft as returned by generate-otp. Without `draftId`, exactly one draft of
 * the subject must be waiting for a code, and `requester` (requesterKey) must be the one who requested it. A subject without
 * `requester` matches codes requested within a session.
 */
export type SubmittedSubject = OtpSubject & { draftId?: string; requester?: string };

/** What codeCheck compares. */
export type CodeValues = Required<SubmittedSubject> & { hash: string };

/** Returns what codeCheck compares of a submitted code. */
export const codeValues = (subject: SubmittedSubject, code: string): CodeValues => ({
  ...subject,
  draftId: subject.draftId ?? '',
  requester: subject.requester ?? '',
  hash: hashCode(subject, code),
});

/** Why a code was refused. */
export type CodeRefusal =
  | { ok: false; code: 'otp.invalid' | 'otp.draft_required' }
  | { ok: false; code: 'otp.too_many_attempts'; retryAfterSeconds: number };

/**
 * Returns the refusal for a verdict other than 'right'.
 * @param retryAfter seconds until `retry_at`
 */
export function refusalOfCode(verdict: string, retryAfter: number | null): CodeRefusal {
  if (verdict === 'too_many') return { ok: false, code: 'otp.too_many_attempts', retryAfterSeconds: retryAfter ?? 1 };
  return { ok: false, code: verdict === 'ambiguous' ? 'otp.draft_required' : 'otp.invalid' };
}

/** A code that was sent after the response: only its requester's are considered, and wrong ones are counted elsewhere. */
const SENT_LATER = { isOfRequester: true, locks: false };

/** Whether a code that was sent after the response is right. Writes and locks nothing. */
export async function isRightCode(
  subject: SubmittedSubject,
  code: string,
  database: Database = db(),
): Promise<boolean> {
  const check = sql`with ${codeCheck(codeValues(subject, code), SENT_LATER)} select id from code_check where verdict = 'right'`;
  return (await database.execute(check)).length > 0;
}

/** Consumes such a code. @returns the present time; null if the code was not right, or was consumed meanwhile */
export async function consumeRightCode(tx: Database, subject: SubmittedSubject, code: string): Promise<Date | null> {
  const [consumed] = await tx.execute<{ at: Date }>(sql`
    with ${codeCheck(codeValues(subject, code), SENT_LATER)},
         result as (select id, verdict from code_check where verdict = 'right'),${recordedVerdict}
    select now() as at from recorded`);
  return consumed?.at ?? null;
}

/** Consumes a code that was sent within a session, or counts a wrong one. @returns null if it was right */
export async function consumeCode(tx: Database, subject: SubmittedSubject, code: string): Promise<CodeRefusal | null> {
  type Row = { verdict: CodeVerdict; retryAfter: number | null; isConsumed: boolean };
  const [row] = await tx.execute<Row>(sql`
    with ${codeCheck(codeValues(subject, code))},
         result as (select id, verdict from code_check),${recordedVerdict}
    select verdict, greatest(1, ceil(extract(epoch from retry_at - now())))::int as "retryAfter",
           verdict = 'right' and exists (select from recorded) as "isConsumed"
      from code_check`);
  return row!.isConsumed ? null : refusalOfCode(row!.verdict, row!.retryAfter);
}
