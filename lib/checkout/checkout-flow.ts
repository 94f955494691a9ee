import { EMPTY_SPONSOR, type Sponsor } from '@/lib/adoption/core/schema';
import type { OtpMethod } from '@/lib/accounts/codes/schema';
import type { Cart } from '@/lib/selection/cart';
import type { Completed } from './completed-storage';

/** The state of the sponsor form: its fields, the hidden channel, and the reference returned by generate-otp. */
export type UserDetails = Sponsor & { otpMethod: OtpMethod; user_id?: string };

/** A code that was sent: its recipient, its draft with lines and prices, and its times in epoch milliseconds. */
export type SentCode = {
  userDetails: UserDetails & { user_id: string };
  /** The id of the draft, which verify-otp sends back. */
  draftId: string;
  order: Cart;
  expiresAt: number;
  resendAt: number;
};

/** The OTP flow state. The flags become true only in the order of their declaration. */
export type CheckoutFlow = {
  userDetails: UserDetails;
  otpSent: boolean;
  otpVerified: boolean;
  success: boolean;
  sent: SentCode | null;
  completed: Completed | null;
};

type CheckoutStep = 'form' | 'code' | 'summary' | 'thanks';

/** The initial state; the channel is email until the configured channel is loaded. */
export const NEW_FLOW: CheckoutFlow = {
  userDetails: { ...EMPTY_SPONSOR, otpMethod: 'email' },
  otpSent: false,
  otpVerified: false,
  success: false,
  sent: null,
  completed: null,
};

/** Returns the step to show. */
export function stepOf({ otpSent, otpVerified, success }: CheckoutFlow): CheckoutStep {
  if (success) return 'thanks';
  if (otpVerified) return 'summary';
  return otpSent ? 'code' : 'form';
}

/** Stores the current input, so that it is not lost when the form is left. */
export function withSponsor(flow: CheckoutFlow, sponsor: Sponsor): CheckoutFlow {
  return { ...flow, userDetails: { ...flow.userDetails, ...sponsor } };
}

/** A code was sent or resent; the verification step replaces the form. */
export function codeSent(flow: CheckoutFlow, sent: SentCode): CheckoutFlow {
  return flow.otpVerified ? flow : { ...flow, userDetails: sent.userDetails, otpSent: true, sent };
}

/** Returns to the filled form: to edit the details, or because the seats are no longer available. */
export function formReopened(flow: CheckoutFlow): CheckoutFlow {
  return flow.otpVerified ? flow : { ...flow, otpSent: false };
}

/** The page was opened with the current cart: a code that was sent for other seats is discarded. */
export function cartChanged(flow: CheckoutFlow, cart: Cart): CheckoutFlow {
  return flow.sent && !hasSameSeats(flow.sent.order, cart) ? formReopened(flow) : flow;
}

/** True if both carts hold the same seats of the same courses. */
export function hasSameSeats(a: Cart, b: Cart): boolean {
  const ids = Object.keys(a);
  return ids.length === Object.keys(b).length && ids.every((id) => a[id]?.selectedSeats === b[id]?.selectedSeats);
}

/** The code was verified and the adoption is recorded. Requires a code that was sent. */
export function codeVerified(flow: CheckoutFlow, completed: Completed): CheckoutFlow {
  return flow.otpSent && !flow.otpVerified ? { ...flow, otpVerified: true, completed } : flow;
}

/**
 * The summary was requested and downloaded on a date (YYYY-MM-DD), or failed (null); the thank-you step follows in both
 * cases.
 */
export function summaryTried(flow: CheckoutFlow, downloadedOn: string | null): CheckoutFlow {
  if (!flow.otpVerified || !flow.completed) return flow;
  return { ...flow, success: true, completed: downloadedOn ? { ...flow.completed, downloadedOn } : flow.completed };
}

/** Restores the thank-you dialog after a reload between the verification and 'Continue'. */
export function restoredFlow(completed: Completed): CheckoutFlow {
  return { ...NEW_FLOW, otpSent: true, otpVerified: true, success: true, completed };
}
