import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Administrators } from './administrators';
import { call, type ClientWorld } from './clients';
import { retry } from './retry';

/**
 * Records money of bank statements that belongs to no adoption yet, sometimes twice at once, and rejects some of it, until
 * clients stop. Records each acknowledged response in the ledger. administerUntilStopped assigns the rest to adoptions.
 */
export async function keepReceipts(world: ClientWorld, { first }: Administrators): Promise<void> {
  const headers = { Authorization: `Bearer ${first}` };
  for (; world.running(); await pause(randomInt(1000))) {
    if (randomInt(5) === 0) await rejectOne(world, headers);
    else await recordMoney(world, headers);
  }
}

async function recordMoney(world: ClientWorld, headers: Record<string, string>): Promise<void> {
  const receipt = { reference: `UTR${randomBytes(8).toString('hex').toUpperCase()}`, isAcknowledged: false };
  world.ledger.receipts.push(receipt);
  const fields = { mode: 'NEFT', credited_on: '2026-04-01', amount: 50_000, payer: 'Narmada Motors' };
  const body = { ...fields, bank_reference: receipt.reference, reason: 'From the statement of the bank' };
  const record = async () => {
    const { status } = await call(world, '/admin/receipts', body, { headers });
    if (status === 200) receipt.isAcknowledged = true;
  };
  await Promise.all(Array.from({ length: 1 + randomInt(2) }, record));
}

/** Rejects the receipt that administerUntilStopped assigns next. */
async function rejectOne(world: ClientWorld, headers: Record<string, string>): Promise<void> {
  const [receipt] = await retry(
    () => world.sql<{ id: string }[]>`
      select id from bank_receipts where billing_id is null and state = 'recorded' order by id limit 1`,
  );
  if (!receipt) return;
  const body = { action: 'reject', reason: 'Recorded by mistake' };
  const sending = { headers, label: '/admin/receipts reject' };
  const { status } = await call(world, `/admin/receipts/${receipt.id}`, body, sending);
  if (status === 200) world.ledger.rejectedReceipts.push(receipt.id);
}
