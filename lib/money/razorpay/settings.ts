import 'server-only';
import { env } from '@/lib/platform/env';

export type RazorpaySettings = {
  /** Public; begins with rzp_test_ or rzp_live_. */
  keyId: string;
  /** Authenticates requests and signs the return from a payment link. */
  keySecret: string;
  /** Sign webhooks: the current secret and, during a change, the previous one. */
  webhookSecrets: readonly string[];
  /** Largest amount of one payment, as Razorpay granted it to the account. */
  maxRupees: number;
  /** Origin of the API, without /v1. */
  baseUrl: string;
  /** Limit of one request. */
  timeoutMs?: number;
};

/** Returns the settings of the environment; null if Razorpay is not set up. env() refuses half a set. */
export function razorpaySettings(): RazorpaySettings | null {
  const values = env();
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret, RAZORPAY_WEBHOOK_SECRET: webhookSecrets } = values;
  if (!keyId || !keySecret || !webhookSecrets) return null;
  const { RAZORPAY_MAX_RUPEES: maxRupees, RAZORPAY_BASE_URL: baseUrl } = values;
  return { keyId, keySecret, webhookSecrets, maxRupees, baseUrl };
}
