import { sql } from '@/db/client';
import { readOpenMoves } from '@/lib/admin/moves/queries';
import { checkMoves, startMoves } from '@/lib/admin/moves/mutations';
import { requirePaise } from '@/lib/platform/money';
import { makeAdmin, type AdminAccount } from './admin';

/** The day in two weeks, in India. */
export async function inTwoWeeks(): Promise<string> {
  const [row] = await sql()<[{ day: string }]>`
    select ((now() at time zone 'Asia/Kolkata')::date + 14)::text as day`;
  return row.day;
}

/** Proposes to move what a check shows, or only the seats of some adoptions, by their reference. */
export async function propose(
  { scope }: AdminAccount,
  from: { id: string },
  to: { id: string },
  only?: readonly string[],
): ReturnType<typeof startMoves> {
  const checked = await checkMoves(scope, { from: from.id, to: to.id });
  if (!checked.ok) throw new Error(checked.code);
  const { adoptions, price_per_seat: price } = checked.plan;
  const chosen = adoptions.filter(({ reference, code }) => code === null && (only?.includes(reference) ?? true));
  return startMoves(scope, {
    ...{ step: 'start', from: from.id, to: to.id, until: await inTwoWeeks(), reason: 'The course closes' },
    price_per_seat: requirePaise(price),
    adoptions: chosen.map(({ reference, seats }) => ({ reference, seats })),
  });
}

/** A proposal to move the seats of an adoption, which waits for its sponsor. */
export async function makeMove(billingId: string, from: { id: string }, to: { id: string }, by?: AdminAccount) {
  const proposed = await propose(by ?? (await makeAdmin({ role: 'catalogue' })), from, to);
  const [open] = await readOpenMoves(billingId);
  if (!proposed.ok || !open) throw new Error('Nothing was proposed');
  return open;
}
