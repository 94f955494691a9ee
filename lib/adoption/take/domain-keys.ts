import 'server-only';
import { and, eq, isNull, like } from 'drizzle-orm';
import { db } from '@/db/client';
import { reservations, waitingRequests } from '@/db/schema';
import { plainHost } from '@/lib/platform/email';
import { log } from '@/lib/platform/log';
import { registrableDomain } from '@/lib/company/company-domain';
import { companyKey } from '@/lib/adoption/core/limit-keys';

/**
 * Brings stored keys of domains in line with the public suffix list, which changes with each release of its package, and which
 * rows of before did not follow. A reservation for what is a suffix becomes one for the domain of its contact below it; until
 * then nobody can draw on it. An open request to wait counts for its company. Billings keep
 * the keys that their unpaid seats were counted under.
 * @returns the number of changed rows
 */
export async function renewDomainKeys(): Promise<number> {
  const kept = await db()
    .select({ id: reservations.id, holder: reservations.holder, email: reservations.email })
    .from(reservations)
    .where(and(isNull(reservations.endedAt), like(reservations.holder, 'domain:%')));
  let changed = 0;
  for (const { id, holder, email } of kept) {
    const former = holder.slice('domain:'.length);
    const ofContact = registrableDomain(hostOf(email));
    const domain = registrableDomain(former) ?? (ofContact?.endsWith(`.${former}`) ? ofContact : former);
    if (domain === former) continue;
    const isSame = and(eq(reservations.id, id), eq(reservations.holder, holder));
    await db()
      .update(reservations)
      .set({ holder: `domain:${domain}` })
      .where(isSame);
    log.warn('reservation_holder_renewed', { reservation: id, from: former, to: domain });
    changed += 1;
  }
  const waiting = await db()
    .selectDistinct({ email: waitingRequests.email, company: waitingRequests.company })
    .from(waitingRequests)
    .where(isNull(waitingRequests.endedAt));
  for (const { email, company } of waiting) {
    const key = companyKey(email);
    if (key === company) continue;
    const isSame = and(eq(waitingRequests.email, email), isNull(waitingRequests.endedAt));
    changed += (await db().update(waitingRequests).set({ company: key }).where(isSame)).count;
  }
  return changed;
}

const hostOf = (email: string) => plainHost(email.slice(email.lastIndexOf('@') + 1));
