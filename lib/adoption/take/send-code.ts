import 'server-only';
import { eq, sql, type SQL } from 'drizzle-orm';
import { db } from '@/db/client';
import { personOf, qualified } from '@/db/conditions';
import { billingItems, billings, otpChallenges } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { FINANCE_ROLES } from '@/lib/accounts/administrators/roles';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { requireActingAdmin } from '@/lib/accounts/administrators/statements';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { UNVERIFIED_STATES } from '@/lib/adoption/core/rules';
import type { Sponsor } from '@/lib/adoption/core/schema';
import { CODES_AGAIN } from '@/lib/platform/limits';
import { limiter } from '@/lib/platform/rate-limit';
import type { Limited } from '@/lib/platform/errors';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import type { SponsorScope } from '@/lib/accounts/session';
import { canSendTexts, codeDelivery } from '@/lib/delivery/transport';
import { codeMessage } from '@/lib/accounts/codes/message-templates';
import { deliverCode, requesterKey, withSendAllowance, type OtpSubject } from '@/lib/accounts/codes/mutations';
import { maskEmail, maskPhone } from '@/lib/accounts/codes/rules';
import type { OtpMethod } from '@/lib/accounts/codes/schema';
import { createDashboardDraft, createDraft, holdSubject, type DraftRequest, type QuotedSelection } from './mutations';
import { periodText } from '@/lib/adoption/core/period';
import { sponsorOf } from './queries';
import { limitKeys } from '@/lib/adoption/core/limit-keys';
import { limitedSeats, refusalOfHold, refusalOfPledge, type LimitRefusal } from './seat-limits';

/** The client address, for the limit per address, and the language of the e-mail. */
type RequestOrigin = { clientAddress: string; locale: Locale };

/**
 * Creates the draft of the public flow and sends its verification code, within the rate limits. A failed delivery does
 * not count against the recipient and can be retried immediately. If SMS cannot be sent at all, no draft is created.
 * @param scope the signed-in sponsor, if any
 * @returns the ids of the owner and the draft, which are opaque references for verify-otp; refusals of rate limits
 * include the seconds to wait; a LimitRefusal sends nothing
 */
export async function sendAdoptionCode(
  request: DraftRequest,
  otpMethod: OtpMethod,
  { clientAddress, locale }: RequestOrigin,
  scope: SponsorScope | null = null,
): Promise<Limited<{ userId: string; draftId: string }> | LimitRefusal> {
  if (otpMethod === 'phone' && !canSendTexts()) return { ok: false, code: 'otp.send_failed' };
  const { email, phone, company } = request.sponsor;
  const asks = { purpose: 'public_adoption', otpMethod, userId: '', email, phone } as const;
  const limited = await refusalOfPledge(asks, limitedSeats(request), clientAddress);
  if (limited) return limited;
  const recipient = otpMethod === 'email' ? email : phone;
  const send = { purpose: 'public_adoption', otpMethod, recipient, clientAddress, userId: scope?.personId } as const;
  return withSendAllowance(send, async (countedBy) => {
    const draft = await createDraft({ ...request, locale, holder: limitKeys(asks) }, scope);
    if (!draft.ok) return draft;
    const { billingId, userId, seats } = draft;
    const brief = { company, seats, totalPaise: request.totalPaise, period: periodOfDraft(draft, locale) };
    const messageOf = (code: string) => codeMessage({ otpMethod, email, phone, code, locale }, brief);
    const sent = await deliverCode({ ...asks, userId }, billingId, messageOf, {
      requester: requesterKey(clientAddress),
      countedBy,
    });
    return sent.ok ? { ok: true, userId, draftId: billingId } : sent;
  });
}

const periodOfDraft = ({ sessions }: { sessions: string[] }, locale: Locale) =>
  periodText(getTranslator(locale, 'common'), { sessions, untilEndPaise: null }, 2);

/** The masked phone, the masked recipient of the code, and the id of the draft for verify-otp. */
type HoldCodeSent = { phone: string; delivered: 'sms' | 'email'; sentTo: string; draftId: string };

/**
 * Creates the draft of the dashboard and sends the code that verifies the phone of the profile: by SMS, or by e-mail if
 * OTP_SMS_FALLBACK is set. The rate limits apply to the actual recipient of the message.
 * @returns refusals like sendAdoptionCode, and 'sponsor.phone_invalid'
 */
export async function sendHoldCode(
  scope: SponsorScope,
  selection: QuotedSelection,
  { clientAddress, locale }: RequestOrigin,
): Promise<Limited<HoldCodeSent> | LimitRefusal> {
  const found = await sponsorOf(scope);
  if (!found.ok) return found;
  const delivered = codeDelivery();
  if (!delivered) return { ok: false, code: 'otp.send_failed' };
  const { sponsor, holder } = found;
  const { email, phone, company } = sponsor;
  const limited = await refusalOfHold(scope, found.proven, selection, clientAddress);
  if (limited) return limited;
  const otpMethod = delivered === 'sms' ? 'phone' : 'email';
  const recipient = otpMethod === 'phone' ? phone : email;
  const send = { purpose: 'dashboard_adoption', otpMethod, recipient, clientAddress, userId: scope.personId } as const;
  return withSendAllowance(send, async (countedBy) => {
    const draft = await createDashboardDraft(scope, { ...selection, sponsor, locale, holder });
    if (!draft.ok) return draft;
    const { seats } = draft;
    const brief = { company, seats, totalPaise: selection.totalPaise, period: periodOfDraft(draft, locale) };
    const insteadOfText = delivered === 'email';
    const sent = await deliverCode(
      holdSubject(scope, sponsor),
      draft.billingId,
      (code) => codeMessage({ otpMethod, email, phone, code, insteadOfSms: insteadOfText, locale }, brief),
      { deliveredTo: otpMethod, countedBy },
    );
    if (!sent.ok) return sent;
    const masked = maskPhone(phone);
    const sentTo = insteadOfText ? maskEmail(email) : masked;
    return { ok: true, phone: masked, delivered, sentTo, draftId: draft.billingId };
  });
}

const again = limiter('codes_again', CODES_AGAIN);

/**
 * Sends another code to the contact of an adoption that waits for one, because an administrator was asked to. The limits of its sponsor do not
 * count: it has limits of its own. It replaces the code before, and is entered where the sponsor asked for that one.
 * @returns 'adoption.not_found'; 'otp.not_waiting' if it is verified, or over; 'request.too_many' after CODES_AGAIN; 'otp.send_failed'
 * @throws HttpError 401 'admin.session_ended' if the account may not do it any more
 */
export async function sendCodeAgain(by: AdminScope, reference: string): Promise<Limited<object>> {
  const line = billingItems;
  const ofItems = <T>(value: SQL) =>
    qualified(sql<T>`(select ${value} from ${billingItems} where ${line.billingId} = ${billings.id})`);
  const [draft] = await db()
    .select({
      id: billings.id,
      person: personOf(billings),
      channel: billings.channel,
      state: billings.state,
      sponsor: sql<Sponsor>`${billings.sponsor}`,
      totalPaise: billings.totalPaise,
      locale: sql<Locale>`${billings.locale}`,
      seats: ofItems<number>(sql`coalesce(sum(${line.seats}), 0)::int`),
      sessions: ofItems<string[]>(sql`coalesce(array_agg(distinct ${line.session}), '{}')`),
      isByPhone: qualified(sql<boolean>`coalesce((
        select ${otpChallenges.channel} = 'phone' from ${otpChallenges} where ${otpChallenges.billingId} = ${billings.id}
         order by ${otpChallenges.id} desc limit 1), false)`),
    })
    .from(billings)
    .where(eq(billings.reference, reference));
  if (!draft) return { ok: false, code: 'adoption.not_found' };
  const { sponsor, locale, totalPaise, seats } = draft;
  const { email, phone, company } = sponsor;
  const isOfDashboard = draft.channel === 'dashboard';
  const delivery = isOfDashboard ? codeDelivery() : draft.isByPhone ? 'sms' : 'email';
  if (!UNVERIFIED_STATES.includes(draft.state) || email === '') return { ok: false, code: 'otp.not_waiting' };
  if (delivery === null || (delivery === 'sms' && !canSendTexts())) return { ok: false, code: 'otp.send_failed' };
  const allowed = await again.consume(draft.id);
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  await transaction(async (tx) => {
    await requireActingAdmin(by, FINANCE_ROLES, tx);
    await recordAction(by, { action: 'code.sent_again', subject: draft.id, after: { reference } }, tx);
  });
  const otpMethod = delivery === 'sms' ? 'phone' : 'email';
  const subject: OtpSubject = isOfDashboard
    ? { purpose: 'dashboard_adoption', otpMethod: 'phone', userId: draft.person, email, phone }
    : { purpose: 'public_adoption', otpMethod, userId: draft.person, email, phone };
  const brief = { company, seats, totalPaise, period: periodOfDraft(draft, locale) };
  const insteadOfSms = isOfDashboard && delivery === 'email';
  return deliverCode(
    subject,
    draft.id,
    (code) => codeMessage({ otpMethod, email, phone, code, insteadOfSms, locale }, brief),
    { deliveredTo: otpMethod },
  );
}
