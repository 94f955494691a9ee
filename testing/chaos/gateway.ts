import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { CRON_SECRET } from '../e2e/app';
import { pay } from '../razorpay-stand-in/control';
import { known, type Link } from '../razorpay-stand-in/gateway';
import type { Fault, StandIn } from '../razorpay-stand-in/server';
import { retry } from './retry';

/** The stand-in for Razorpay, and the ids of its payments of adoptions that were paid twice. */
export type GatewayWorld = { standIn: StandIn; sql: Sql; urls: () => string[]; twice: Set<string> };

/** Runs of the jobs without a change after which money that is neither booked nor paid back is a problem. */
const IDLE_RUNS = 5;
/** Once nothing is disturbed any more, money is booked or paid back within this time, in seconds. */
const SETTLE_SECONDS = 600;

/** Prevents the stand-in from sending webhooks by itself: deliverUntilStopped does. */
export function holdWebhooks({ webhooks }: StandIn): void {
  webhooks.isEnabled = false;
}

/** Finds the link behind the address that the site sends a sponsor to. */
export const linkOfUrl = ({ gateway }: StandIn, url: string): Link | undefined =>
  [...gateway.links.values()].find(({ code }) => url.endsWith(`/l/${code}`));

/**
 * Pays a link as sponsors do: at once, after a failure, after the hold has ended, twice, with another amount, or never.
 * @returns the id of the payment that should pay for the seats; null if there is none, or if it is open which one
 */
export async function payLink(world: GatewayWorld, link: Link, billingId: string): Promise<string | null> {
  const { standIn, sql } = world;
  const { gateway } = standIn;
  const dice = randomInt(10);
  try {
    if (dice === 0) {
      await endHold(sql, billingId);
      return null;
    }
    if (dice === 1) {
      pay(standIn, link.id, 'captured', { amount: link.amount - 100 });
      return null;
    }
    if (dice === 2) {
      const late = pay(standIn, link.id, 'pending');
      await endHold(sql, billingId);
      await pause(randomInt(3000));
      pay(standIn, late.id, 'captured');
      return null;
    }
    if (dice < 5) {
      pay(standIn, link.id, 'failed');
      await pause(randomInt(500));
    }
    const paid = pay(standIn, link.id, 'captured');
    if (dice !== 5) return paid.id;
    world.twice.add(paid.id).add(gateway.creditTransfer(paid.orderId, link.amount).id);
    return null;
  } catch {
    // The site closed the link meanwhile.
    return null;
  }
}

/** Ends the time for which the seats of an adoption are held. */
async function endHold(sql: Sql, billingId: string): Promise<void> {
  await retry(
    () =>
      sql`update billings set hold_expires_at = now() - interval '1 minute' where id = ${billingId} and state = 'held'`,
  );
}

/** Delivers webhooks to any instance: some never, some repeatedly, some later and so in another order. */
export async function deliverUntilStopped(world: GatewayWorld, running: () => boolean): Promise<void> {
  const { webhooks } = world.standIn;
  const late = new Set<Promise<void>>();
  for (let next = 0; running(); await pause(50))
    for (; next < webhooks.events.length; next++) {
      const event = webhooks.events[next]!;
      const times = [0, 1, 1, 2, 3][randomInt(5)]!;
      for (let time = 0; time < times; time++) {
        const delivery = pause(randomInt(3) === 0 ? randomInt(5000) : 0).then(() => deliver(world, event));
        late.add(delivery);
        void delivery.finally(() => late.delete(delivery));
      }
    }
  await Promise.all(late);
}

async function deliver({ standIn: { webhooks }, urls }: GatewayWorld, event: (typeof webhooks.events)[number]) {
  const all = urls();
  webhooks.url = `${all[randomInt(all.length)]}/api/billing/webhook/razorpay`;
  await webhooks.deliver(event);
}

/**
 * Runs the jobs on all instances at once as if hours passed: everything open is due, what waits longest first.
 * @returns whether an instance ran them to their end
 */
async function runJobs({ sql, urls }: GatewayWorld): Promise<boolean> {
  await retry(async () => {
    await sql`update payments set next_check_at = now() where next_check_at > now()`;
    await sql`update payment_refunds set next_try_at = now() where next_try_at > now()`;
  });
  const answers = await Promise.all(
    urls().map((url) =>
      fetch(`${url}/api/jobs/run`, { headers: { Authorization: `Bearer ${CRON_SECRET}` } })
        .then(async (response) => {
          await response.body?.cancel();
          return response.ok;
        })
        // The instance may be down; the jobs run again soon.
        .catch(() => false),
    ),
  );
  return answers.some(Boolean);
}

const FAULTS: Fault['kind'][] = ['reset', '500', '502', 'silence'];

/** Runs the jobs, lets the bank finish refunds, and has requests to the gateway or their answers lost. */
export async function disturbGateway(world: GatewayWorld, running: () => boolean): Promise<void> {
  const { gateway, faults } = world.standIn;
  while (running()) {
    if (randomInt(3) === 0) faults.push({ kind: FAULTS[randomInt(4)]!, when: 'after', on: 'POST /payment' });
    for (const refund of gateway.refunds.values())
      if (refund.status === 'pending' && randomInt(2) === 0) gateway.finishRefund(refund, 'processed');
    await runJobs(world);
    await pause(randomInt(1000));
  }
}

/** Lets time pass without disturbance until all money is booked or paid back. @returns what is not */
export async function settleGateway(world: GatewayWorld): Promise<string[]> {
  const { standIn } = world;
  standIn.faults.length = 0;
  // The site asks about open payments only: whichever of two it hears of later is known by its webhook alone, which
  // Razorpay repeats for a day.
  for (const event of standIn.webhooks.events)
    if ([...world.twice].some((id) => event.body.includes(id))) await deliver(world, event);
  let [before, idle] = ['', 0];
  // A run of the jobs has a limited time and leaves the rest to the next, so on a slow machine many are needed.
  for (const until = Date.now() + SETTLE_SECONDS * 1000; ;) {
    await standIn.moveClock(120);
    const ended = await runJobs(world);
    const problems = await retry(() => compareWithGateway(world));
    const now = problems.join();
    if (now !== before) idle = 0;
    else if (ended) idle++;
    before = now;
    if (problems.length === 0 || idle >= IDLE_RUNS || Date.now() > until) return problems;
    if (!ended) await pause(500);
  }
}

/** Returns captured payments of the gateway that are neither booked once nor paid back once. */
async function compareWithGateway({ standIn: { gateway }, sql }: GatewayWorld): Promise<string[]> {
  const rows = await sql<{ transaction_id: string; status: string; entered: number; states: string }[]>`
    select p.transaction_id, p.status,
           (select count(*)::int from payment_refunds r where r.payment_id = p.id and r.state = 'processed') as entered,
           (select coalesce(string_agg(concat_ws(' ', r.state, r.failure_reason), ', '), 'none')
              from payment_refunds r where r.payment_id = p.id) as states
      from payments p where p.transaction_id is not null`;
  // No two rows have one transaction: a unique index.
  const booked = new Map(rows.map((row) => [row.transaction_id, row]));
  return [...gateway.payments.values()].flatMap((payment) => {
    if (payment.capturedAt === 0) return [];
    const row = booked.get(payment.id);
    if (!row) {
      const link = payment.orderId && gateway.linkOf(known(gateway.orders, payment.orderId));
      return [
        `the money of ${payment.id} for ${link ? `${link.referenceId} (${link.status})` : 'nothing'} is not booked`,
      ];
    }
    const refunds = gateway.refundsOf(payment.id).filter(({ status }) => status !== 'failed');
    if (row.status === 'captured')
      return refunds.length === 0 && row.entered === 0 ? [] : [`the money of ${payment.id} is booked and paid back`];
    const isBack = refunds.length === 1 && refunds[0]!.status === 'processed' && refunds[0]!.amount === payment.amount;
    if (isBack && row.entered === 1) return [];
    const there = refunds.map(({ status }) => status).join(', ') || 'none';
    return [
      `the money of ${payment.id} is paid back ${refunds.length} times and entered ${row.entered} times (refunds of the gateway: ${there}; here: ${row.states})`,
    ];
  });
}
