import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '@/lib/platform/env';

/** Validity of a token, in seconds from `verified_at` by the database clock. */
export const DOWNLOAD_TOKEN_SECONDS = 60 * 60;

const TOKEN = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/**
 * Returns the download token of a verified billing: `<billing id>.<HMAC-SHA256, base64url>`. It is derived, so that
 * repeated calls of verify-otp return the same token and the database contains no secret that gives access to a
 * summary.
 * @param verifiedAt `verified_at` of the billing; only whole seconds are used, so lost microseconds do not matter
 */
export function issueDownloadToken(billingId: string, verifiedAt: Date): string {
  return `${billingId}.${mac(billingId, verifiedAt).toString('base64url')}`;
}

/** The billing id of a token, and a check of its signature against `verified_at` of that billing. */
type DownloadToken = { billingId: string; isGenuineFor: (verifiedAt: Date) => boolean };

/** Parses a token without verifying its signature. Returns null if the format is invalid. */
export function readDownloadToken(token: string): DownloadToken | null {
  const [, billingId, claimed] = TOKEN.exec(token) ?? [];
  if (!billingId || !claimed) return null;
  const claimedMac = Buffer.from(claimed, 'base64url');
  return { billingId, isGenuineFor: (verifiedAt) => timingSafeEqual(claimedMac, mac(billingId, verifiedAt)) };
}

function mac(billingId: string, verifiedAt: Date): Buffer {
  const seconds = Math.floor(verifiedAt.getTime() / 1000);
  return createHmac('sha256', env().APP_SECRET).update(`receipt|${billingId}|${seconds}`).digest();
}
