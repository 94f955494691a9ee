import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '@/lib/core/env';

/** How long a receipt opens its billing's summary, counted from `verified_at` by the database clock. */
export const DOWNLOAD_TOKEN_SECONDS = 60 * 60;

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/**
 * The receipt of a verified billing: `<billing id>.<HMAC-SHA256, base64url>`. Derived, so that a repeated
 * verify-otp answers the same token and the database holds nothing that opens a summary.
 * @param verifiedAt the billing's `verified_at`; whole seconds count, so that microseconds lost on the way do not matter
 */
export function issueDownloadToken(billingId: string, verifiedAt: Date): string {
  return `${billingId}.${mac(billingId, verifiedAt).toString('base64url')}`;
}

/** What a token claims: the billing, and whether it is genuine for the moment that billing was verified. */
export type DownloadToken = { billingId: string; isGenuineFor: (verifiedAt: Date) => boolean };

/** Takes a token apart; null for anything that does not have a token's form. Says nothing yet about its being genuine. */
export function readDownloadToken(token: string): DownloadToken | null {
  const [, billingId, claimed] = TOKEN.exec(token) ?? [];
  if (!billingId || !claimed) return null;
  const given = Buffer.from(claimed, 'base64url');
  return { billingId, isGenuineFor: (verifiedAt) => timingSafeEqual(given, mac(billingId, verifiedAt)) };
}

function mac(billingId: string, verifiedAt: Date): Buffer {
  const seconds = Math.floor(verifiedAt.getTime() / 1000);
  return createHmac('sha256', env().APP_SECRET).update(`receipt|${billingId}|${seconds}`).digest();
}
