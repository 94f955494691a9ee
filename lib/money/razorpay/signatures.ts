import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the HMAC-SHA256 of a message in lower-case hex, as Razorpay signs. */
export function sign(secret: string, message: string | Uint8Array): string {
  return createHmac('sha256', secret).update(message).digest('hex');
}

/** Whether one of the secrets signed the message. The time taken does not depend on the signature. */
export function isSigned(secrets: readonly string[], message: string | Uint8Array, signature: string | null): boolean {
  const received = Buffer.from(signature ?? '');
  return secrets
    .map((secret) => Buffer.from(sign(secret, message)))
    .map((expected) => received.length === expected.length && timingSafeEqual(received, expected))
    .includes(true);
}
