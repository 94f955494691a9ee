import 'server-only';
import { purgeAdminSessions } from '@/lib/admin/accounts/mutations';
import { purgePasswordLinks } from '@/lib/admin/accounts/password-links';
import { releaseExpiredHolds } from '@/lib/adoption/mutations';
import { purgeUnverified } from '@/lib/adoption/retention';
import { purgeSeatLimits } from '@/lib/adoption/seat-limits';
import { purgeAlerts } from '@/lib/alert/mutations';
import { purgeInvitations } from '@/lib/company/invitations';
import { purgeSessions } from '@/lib/identity/mutations';
import { purgeMessages } from '@/lib/notification/mutations';
import { purgeNotices } from '@/lib/payment/notices';
import { purgeSharedCarts } from '@/lib/shared-cart/mutations';
import { rollUpAdoptions } from '@/lib/admin/stats/mutations';

/**
 * What a purge removed: unverified drafts, guests without data, ended sessions, carts whose link ended; and the holds
 * that it ended.
 */
export type Purged = { billings: number; guests: number; sessions: number; sharedCarts: number; holds: number };

/**
 * Deletes personal data of unverified adoptions, ended sessions, carts whose link ended and what old messages say, books
 * the seats of expired holds as released, and rolls up the statistics. Safe to run at any time and concurrently.
 */
export async function purgeData(): Promise<Purged> {
  const { billings, guests } = await purgeUnverified();
  const holds = await releaseExpiredHolds();
  await purgeSeatLimits();
  await purgeAlerts();
  const sessions = (await purgeSessions()) + (await purgeAdminSessions());
  await purgePasswordLinks();
  await purgeInvitations();
  const sharedCarts = await purgeSharedCarts();
  await purgeMessages();
  await purgeNotices();
  await rollUpAdoptions();
  return { billings, guests, sessions, sharedCarts, holds };
}
