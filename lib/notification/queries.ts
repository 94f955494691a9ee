import 'server-only';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { withQueryDeadline } from '@/lib/core/deadline';
import { DEAD_MESSAGE_PAGE, type MessageKind } from './schema';

/** A message that failed for days. */
export type DeadMessage = {
  id: string;
  kind: MessageKind;
  /** The billing's reference, and the e-mail address that the message goes to now. */
  reference: string;
  to: string;
  /** Why the last attempt failed, as a short code. */
  error: string | null;
  createdAt: Date;
  deadAt: Date;
};

/**
 * Returns a page of the dead messages, newest first, and how many there are.
 * @param page from 1
 * @throws DeadlineError if the database does not respond in time
 */
export async function deadMessages(_scope: AdminScope, page = 1): Promise<{ messages: DeadMessage[]; total: number }> {
  const [rows, [count]] = await withQueryDeadline(
    Promise.all([
      sql()<(Omit<DeadMessage, 'createdAt' | 'deadAt'> & { createdMs: number; deadMs: number })[]>`
        select m.id, m.kind, b.reference, b.sponsor->>'email' as "to", m.last_error as error,
               extract(epoch from m.created_at)::float8 * 1000 as "createdMs", extract(epoch from m.dead_at)::float8 * 1000 as "deadMs"
          from outbound_messages m join billings b on b.id = m.billing_id
         where m.dead_at is not null order by m.dead_at desc, m.id
         limit ${DEAD_MESSAGE_PAGE} offset ${(page - 1) * DEAD_MESSAGE_PAGE}`,
      sql()<{ total: number }[]>`select count(*)::int as total from outbound_messages where dead_at is not null`,
    ]),
  );
  const messages = rows.map(({ createdMs, deadMs, ...row }) => ({
    ...row,
    createdAt: new Date(createdMs),
    deadAt: new Date(deadMs),
  }));
  return { messages, total: count!.total };
}
