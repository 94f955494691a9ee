import { createHmac } from 'node:crypto';

/** HMAC-SHA256 in lower-case hex. Written apart from lib/money/razorpay, which it checks. */
export const hmac = (secret: string, message: string | Uint8Array) =>
  createHmac('sha256', secret).update(message).digest('hex');

export const signLinkReturn = (
  keySecret: string,
  link: { id: string; referenceId: string | null; status: string },
  paymentId: string,
) => hmac(keySecret, [link.id, link.referenceId ?? '', link.status, paymentId].join('|'));
