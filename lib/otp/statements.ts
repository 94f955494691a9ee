import 'server-only';
import { MAX_WRONG_PER_CODE, MAX_WRONG_PER_HOUR } from '@/lib/core/limits';
import { hashCode, type OtpSubject } from './mutations';

/*
 * SQL that checks and consumes a code, for statements that also do what the code confirms: if such a statement fails,
 * the code is not used. It starts with `checkCode`, takes the parameters of `codeParameters` as $1 to $8, decides on a
 * verdict in the CTE `result`, and writes it with `RECORD_VERDICT`.
 */

/**
 * Result of checking a code.
 * `used`: correct, but already consumed. `expired`: too old, or the subject has no code. `too_many`: too many wrong
 * codes, for this code or by the requester who asked for it. `ambiguous`: several drafts wait for a code, or the code was
 * requested from another network.
 */
export type CodeVerdict = 'right' | 'used' | 'wrong' | 'expired' | 'too_many' | 'ambiguous';

/**
 * Returns CTEs that compare the submitted code with the newest one of its subject. They first lock the codes of the
 * recipient from the last hour, so concurrent guesses are checked one after the other and counted exactly. Each draft
 * has its own code; wrong codes count against the requester who asked for the code.
 * The last CTE is `code_check`, one row: `id` and `billing_id` of the code (null without one), `verdict`, and for
 * 'too_many' `retry_at`, the end of the block.
 * Comparing hashes with '=' is not a timing leak: the hashes are keyed, so a client cannot control their common prefix.
 * @param draftStates the states in which a billing waits for a code, as a SQL list; none if codes have no billing
 * @param among SQL condition for the codes that are considered
 * @param locks false if the statement counts no wrong codes: then it writes nothing unless the code is right
 */
export const checkCode = ({ draftStates = 'null', among = 'true', locks = true }) => `
     recipient_codes as (select * from otp_challenges
                  where channel = $4 and (($4 = 'email' and email = $2) or ($4 = 'phone' and phone = $3))
                    and created_at > now() - interval '1 hour' ${locks ? 'order by id for no key update' : ''}),
     subject_codes as (select * from recipient_codes
                  where user_id = $1::uuid and email = $2 and phone = $3 and purpose = $5 and ${among}),
     waiting as (select array_agg(distinct c.billing_id) as drafts from subject_codes c join billings b on b.id = c.billing_id
                  where c.consumed_at is null and c.expires_at > now() and b.state in (${draftStates})),
     requested as (select nullif($7, '')::uuid as draft),
     code_row as (select c.*, r.draft is null and (cardinality(w.drafts) > 1 or c.asker not in ('', $8)) as ambiguous
                   from subject_codes c, waiting w, requested r where r.draft is null or c.billing_id = r.draft
                  order by coalesce(c.billing_id = any(w.drafts), false) desc, c.id desc limit 1),
     attempts as (select coalesce(sum(r.wrong_attempts), 0) as wrong, min(r.created_at) filter (where r.wrong_attempts > 0) as since
                   from recipient_codes r join code_row c on (c.user_id, c.purpose, c.asker) = (r.user_id, r.purpose, r.asker)),
     code_check as (select c.id, c.billing_id,
                        case when a.wrong >= ${MAX_WRONG_PER_HOUR} then a.since + interval '1 hour' else c.expires_at end as retry_at,
                        case when c.ambiguous then 'ambiguous'
                             when a.wrong >= ${MAX_WRONG_PER_HOUR} then 'too_many'
                             when c.id is null or c.expires_at <= now() then 'expired'
                             when c.wrong_attempts >= ${MAX_WRONG_PER_CODE} then 'too_many'
                             when c.code_hash <> $6 then 'wrong'
                             when c.consumed_at is null then 'right'
                             else 'used' end as verdict
                   from attempts a left join code_row c on true)`;

/**
 * The CTE `recorded`, which consumes a right code, once, and counts a wrong one, as decided in the CTE `result` (`id` and
 * `verdict`). It contains the code if it changed.
 */
export const RECORD_VERDICT = `
     recorded as (update otp_challenges c
                    set wrong_attempts = c.wrong_attempts + (r.verdict = 'wrong')::int,
                        consumed_at = case r.verdict when 'right' then now() else c.consumed_at end
                   from result r
                  where c.id = r.id and (r.verdict = 'wrong' or r.verdict = 'right' and c.consumed_at is null) returning c.id)`;

/**
 * The subject of a submitted code, and its draft as returned by generate-otp. Without `draftId`, exactly one draft of
 * the subject must be waiting for a code, and `requester` (requesterKey) must be the one who requested it. A subject without
 * `requester` matches codes requested within a session.
 */
export type SubmittedSubject = OtpSubject & { draftId?: string; requester?: string };

/** Returns the parameters $1 to $8 of a statement with checkCode. */
export function codeParameters(subject: SubmittedSubject, code: string): string[] {
  const { userId, email, phone, otpMethod, purpose, draftId = '', requester = '' } = subject;
  return [userId, email, phone, otpMethod, purpose, hashCode(subject, code), draftId, requester];
}

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
