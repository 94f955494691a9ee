import 'server-only';
import type { Outcome } from '@/lib/core/errors';
import type { Locale } from '@/lib/i18n/locale';
import type { SponsorScope } from '@/lib/identity/session';
import { codeMessage } from '@/lib/message/message-templates';
import { canSendTexts, codeDelivery } from '@/lib/message/transport';
import { askerOf, deliverCode, withSendAllowance } from '@/lib/otp/mutations';
import { maskEmail, maskPhone } from '@/lib/otp/rules';
import type { OtpMethod } from '@/lib/otp/schema';
import { createDashboardDraft, createDraft, holdSubject, type DraftRequest, type QuotedSelection } from './mutations';
import { sponsorOf } from './queries';
import { refusalOfHold, refusalOfPledge, type LimitRefusal } from './seat-limits';

/** Who asks for a code: the client address, for the limit per address, and the language that an e-mail is written in. */
export type Asker = { clientAddress: string; locale: Locale };

/**
 * Opens the draft of the public flow and sends the code that verifies it, as far as the limits allow. What cannot be
 * delivered costs the recipient nothing and can be repeated at once; where no texts can be sent nothing is opened (security 58).
 * @param asker who asks
 * @param scope the sponsor who is signed in, if any
 * @returns the ids of its owner and of the draft, opaque references for verify-otp; refusals of limits carry the seconds to wait,
 * and a LimitRefusal sends nothing
 */
export async function sendAdoptionCode(
  request: DraftRequest,
  otpMethod: OtpMethod,
  { clientAddress, locale }: Asker,
  scope: SponsorScope | null = null,
): Promise<(Outcome<{ userId: string; draftId: string }> & { retryAfterSeconds?: number }) | LimitRefusal> {
  if (otpMethod === 'phone' && !canSendTexts()) return { ok: false, code: 'otp.send_failed' };
  const { email, phone, company } = request.sponsor;
  const wanted = request.lines.reduce((sum, { selectedSeats }) => sum + selectedSeats, 0);
  const asks = { purpose: 'public_adoption', otpMethod, userId: '', email, phone } as const;
  const limited = await refusalOfPledge(asks, wanted, clientAddress);
  if (limited) return limited;
  const recipient = otpMethod === 'email' ? email : phone;
  const send = { purpose: 'public_adoption', otpMethod, recipient, clientAddress, userId: scope?.userId } as const;
  return withSendAllowance(send, async () => {
    const draft = await createDraft(request, scope);
    if (!draft.ok) return draft;
    const { billingId, userId, seats } = draft;
    const brief = { company, seats, totalPaise: request.totalPaise };
    const messageOf = (code: string) => codeMessage({ otpMethod, email, phone, code, locale }, brief);
    const sent = await deliverCode({ ...asks, userId }, billingId, messageOf, { asker: askerOf(clientAddress) });
    return sent.ok ? { ok: true, userId, draftId: billingId } : sent;
  });
}

/** Where the code that verifies a phone went, both masked, and the id of its draft for verify-otp. */
export type HoldCodeSent = { phone: string; delivered: 'sms' | 'email'; sentTo: string; draftId: string };

/**
 * Opens the draft of the dashboard and sends the code that verifies the phone of the sponsor's profile: as a text,
 * or by e-mail where an operator said so. Whoever gets the message is whom the limits protect.
 * @param asker who asks
 * @returns refusals as those of sendAdoptionCode, and 'sponsor.phone_invalid'
 */
export async function sendHoldCode(
  scope: SponsorScope,
  selection: QuotedSelection,
  { clientAddress, locale }: Asker,
): Promise<(Outcome<HoldCodeSent> & { retryAfterSeconds?: number }) | LimitRefusal> {
  const found = await sponsorOf(scope);
  if (!found.ok) return found;
  const delivered = codeDelivery();
  if (!delivered) return { ok: false, code: 'otp.send_failed' };
  const { email, phone, company } = found.sponsor;
  const limited = await refusalOfHold(scope, holdSubject(scope, found.sponsor), selection.lines, clientAddress);
  if (limited) return limited;
  const otpMethod = delivered === 'sms' ? 'phone' : 'email';
  const recipient = otpMethod === 'phone' ? phone : email;
  const send = { purpose: 'dashboard_adoption', otpMethod, recipient, clientAddress, userId: scope.userId } as const;
  return withSendAllowance(send, async () => {
    const draft = await createDashboardDraft(scope, { ...selection, sponsor: found.sponsor });
    if (!draft.ok) return draft;
    const brief = { company, seats: draft.seats, totalPaise: selection.totalPaise };
    const insteadOfText = delivered === 'email';
    const sent = await deliverCode(
      holdSubject(scope, found.sponsor),
      draft.billingId,
      (code) => codeMessage({ otpMethod, email, phone, code, insteadOfSms: insteadOfText, locale }, brief),
      { deliveredTo: otpMethod },
    );
    if (!sent.ok) return sent;
    const masked = maskPhone(phone);
    const sentTo = insteadOfText ? maskEmail(email) : masked;
    return { ok: true, phone: masked, delivered, sentTo, draftId: draft.billingId };
  });
}
