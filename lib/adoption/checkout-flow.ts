import type { Sponsor } from '@/lib/adoption/schema';
import type { OtpMethod } from '@/lib/otp/schema';
import type { Cart } from '@/lib/selection/schema';
import type { Completed } from './completed-storage';

/** The sponsor form's state (§3): the six fields, the hidden channel, and the reference that generate-otp answered. */
export type UserDetails = Sponsor & { otpMethod: OtpMethod; user_id?: string };

/** A code on its way: for whom, for which draft with which lines at which prices, and its times in milliseconds of Date.now(). */
export type SentCode = {
  userDetails: UserDetails & { user_id: string };
  /** What the server calls the draft; verify-otp repeats it (security 61). */
  draftId: string;
  order: Cart;
  expiresAt: number;
  resendAt: number;
};

/** The OTP flow state (R-STATE-09). The flags are only ever set in the order of R-STATE-17. */
export type CheckoutFlow = {
  userDetails: UserDetails;
  otpSent: boolean;
  otpVerified: boolean;
  success: boolean;
  sent: SentCode | null;
  completed: Completed | null;
};

export type CheckoutStep = 'form' | 'code' | 'summary' | 'thanks';

/** An untouched form; the channel is email until the operator's setting arrives (R-PAY-06, A-12). */
export const NEW_FLOW: CheckoutFlow = {
  userDetails: { fullName: '', designation: '', email: '', phone: '', company: '', industry: '', otpMethod: 'email' },
  otpSent: false,
  otpVerified: false,
  success: false,
  sent: null,
  completed: null,
};

/** Which step the screen shows. */
export function stepOf({ otpSent, otpVerified, success }: CheckoutFlow): CheckoutStep {
  if (success) return 'thanks';
  if (otpVerified) return 'summary';
  return otpSent ? 'code' : 'form';
}

/** What was typed so far, so that nothing is lost by leaving the form. */
export function withSponsor(flow: CheckoutFlow, sponsor: Sponsor): CheckoutFlow {
  return { ...flow, userDetails: { ...flow.userDetails, ...sponsor } };
}

/** A code was sent, for the first time or again; the verification step replaces the form (R-PAY-08). */
export function codeSent(flow: CheckoutFlow, sent: SentCode): CheckoutFlow {
  return flow.otpVerified ? flow : { ...flow, userDetails: sent.userDetails, otpSent: true, sent };
}

/** Back to the filled form: to edit the details, or because the seats are no longer there. */
export function formReopened(flow: CheckoutFlow): CheckoutFlow {
  return flow.otpVerified ? flow : { ...flow, otpSent: false };
}

/** The page is opened with the cart of now: a code that was sent for other seats is not asked for. */
export function cartChanged(flow: CheckoutFlow, cart: Cart): CheckoutFlow {
  return flow.sent && !hasSameSeats(flow.sent.order, cart) ? formReopened(flow) : flow;
}

/** True if both carts hold the same seats of the same courses. */
export function hasSameSeats(a: Cart, b: Cart): boolean {
  const ids = Object.keys(a);
  return ids.length === Object.keys(b).length && ids.every((id) => a[id]?.selectedSeats === b[id]?.selectedSeats);
}

/** The code was right: the adoption is recorded. Only a code that was sent can be right. */
export function codeVerified(flow: CheckoutFlow, completed: Completed): CheckoutFlow {
  return flow.otpSent && !flow.otpVerified ? { ...flow, otpVerified: true, completed } : flow;
}

/** The summary was asked for, and downloaded on a date (YYYY-MM-DD) or not; either way it is time to thank. */
export function summaryTried(flow: CheckoutFlow, downloadedOn: string | null): CheckoutFlow {
  if (!flow.otpVerified || !flow.completed) return flow;
  return { ...flow, success: true, completed: downloadedOn ? { ...flow.completed, downloadedOn } : flow.completed };
}

/** A reload between the verification and 'Continue' comes back to the dialog. */
export function restoredFlow(completed: Completed): CheckoutFlow {
  return { ...NEW_FLOW, otpSent: true, otpVerified: true, success: true, completed };
}
