import { expect, test, vi } from 'vitest';
import { sql } from '@/db/client';
import { chooseTransfer, pledgeSeats, releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { lapsePledges } from '@/lib/adoption/pledge/term-statements';
import type { AdoptionScope, GuestScope } from '@/lib/adoption/core/access';
import { findBookProblems } from '@/scripts/lib/books';
import { prepareAdoption } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { prepareProcessPayment } from '@/testing/db/payment';
import { makeRandom } from '@/testing/lib/random';
import { makeGateway } from '@/testing/payment/gateway';
import { payForBilling } from './mutations';
import { handleNotice } from './notices';
import type { Capture } from './gateway/types';
import { checkPayments, closePayments } from './settle';

useTestDatabase();

/** Steps of a run; PAYMENT_INTERLEAVINGS=20000 for a long one. The seed is printed if it fails. */
const STEPS = Number(process.env.PAYMENT_INTERLEAVINGS ?? 400);
const SEED = Number(process.env.PAYMENT_SEED ?? Date.now() % 1_000_000);
/** Adoptions that are in use at a time. */
const ADOPTIONS = 6;

type Adoption = { billingId: string; scope: AdoptionScope };

test(
  `presses, payments, notices, jobs and the clock in ${STEPS} random steps: the books balance after each, and no money is lost`,
  { timeout: 60_000 + STEPS * 200 },
  async () => {
    const spies = (['warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
    const random = makeRandom(SEED);
    const pick = <T>(all: readonly T[]): T => all[random(all.length)]!;
    const gateway = makeGateway();
    const { provider, named } = gateway;
    const captures: { paymentId: string; capture: Capture }[] = [];
    const course = await makeCourse({ totalSeats: 12 });

    const makeHeld = async (): Promise<Adoption> => {
      const { scope, billingId } = await prepareProcessPayment(
        [{ course, seats: 1 + random(3) }],
        await makeSponsorAccount(),
      );
      return { scope, billingId };
    };
    const makePledge = async (): Promise<Adoption> => {
      const { subject, code, billingId: draftId } = await prepareAdoption([{ course, seats: 1 + random(3) }]);
      const pledge = await pledgeSeats({ ...subject, draftId }, code);
      if (!pledge.ok) throw new Error(pledge.code);
      const { billingId } = pledge;
      await sql()`update billings set due_at = now() + interval '2 hours' where id = ${billingId}`;
      return { billingId, scope: { billingId } as GuestScope };
    };
    const renew = async (): Promise<Adoption> => {
      for (;;) {
        try {
          return await (random(2) ? makeHeld() : makePledge());
        } catch {
          // The course is full: an administrator adds seats.
          await sql()`update courses set total_seats = total_seats + 6 where id = ${course.id}`;
        }
      }
    };
    const adoptions: Adoption[] = [];
    for (let n = 0; n < ADOPTIONS; n++) adoptions.push(await renew());
    const links = () => [...gateway.links.keys()];
    const quietly = (work: Promise<unknown>) => work.catch(() => undefined);

    const steps: Record<string, () => Promise<unknown>> = {
      press: () => {
        const { scope, billingId } = pick(adoptions);
        return payForBilling(scope, billingId, 'upi', { provider });
      },
      pay: async () => {
        const open = links().filter((id) => !gateway.links.get(id)!.ended);
        if (open.length === 0) return;
        const paymentId = pick(open);
        const changes = pick([{}, {}, {}, {}, { amountPaise: 100 }, { currency: 'USD' }]);
        captures.push({ paymentId, capture: gateway.pay(paymentId, changes) });
      },
      notice: async () => {
        if (captures.length === 0) return;
        const { paymentId, capture } = pick(captures.slice(-8));
        const notice = gateway.captured(paymentId, capture);
        await Promise.all([handleNotice(provider, notice), random(2) ? handleNotice(provider, notice) : null]);
      },
      attempt: async () => {
        if (links().length > 0)
          await handleNotice(provider, gateway.attemptFailed(pick(links()), `Declined ${random(9)}`));
      },
      end: async () => {
        if (links().length === 0) return;
        const paymentId = pick(links().slice(-ADOPTIONS));
        gateway.end(paymentId);
        // During an outage it is not handled, and comes again.
        await quietly(handleNotice(provider, gateway.ended(paymentId)));
      },
      job: () => Promise.all([checkPayments({ named }), checkPayments({ named }), releaseExpiredHolds()]),
      lapse: () => quietly(lapsePledges()),
      close: () => closePayments(pick(adoptions).billingId, { named }),
      transfer: async () => {
        const { scope, billingId } = pick(adoptions);
        if ('accountId' in scope) await chooseTransfer(scope, billingId);
      },
      clock: async () => {
        const minutes = `${pick([1, 3, 10, 40, 200])} minutes`;
        // Nothing else runs: it changes rows without the order in which the statements lock.
        await sql()`
          update billings set hold_expires_at = hold_expires_at - ${minutes}::interval, due_at = due_at - ${minutes}::interval
           where state in ('held', 'pledged')`;
        await sql()`
          update payments set created_at = created_at - ${minutes}::interval, expires_at = expires_at - ${minutes}::interval,
                 next_check_at = next_check_at - ${minutes}::interval where status = 'started'`;
        const expired = await sql()<{ id: string }[]>`
          select id from payments where expires_at <= now() and status = 'started'`;
        for (const { id } of expired) if (gateway.links.has(id)) gateway.end(id);
      },
      outage: async () => {
        gateway.control.unreachable = true;
        await quietly(steps.press!());
        await quietly(steps.job!());
        gateway.control.unreachable = false;
      },
      lostAnswer: async () => {
        gateway.control.losesAnswers = true;
        await quietly(steps.press!());
        gateway.control.losesAnswers = false;
      },
      next: async () => {
        adoptions[random(ADOPTIONS)] = await renew();
      },
    };
    const names = Object.keys(steps);
    const weights: Record<string, number> = { press: 5, pay: 4, notice: 3, job: 3, clock: 2 };
    const bag = names.flatMap((name) => Array<string>(weights[name] ?? 1).fill(name));

    const done: string[] = [];
    for (let n = 0; n < STEPS; n++) {
      // Up to three steps at the same moment.
      const picked = Array.from({ length: 1 + random(3) }, () => pick(bag));
      const now = picked.includes('clock') ? ['clock'] : picked;
      done.push(now.join('+'));
      await Promise.all(now.map((name) => steps[name]!()));
      expect(await findBookProblems(), `seed ${SEED}, after ${done.slice(-6).join(', ')}`).toEqual([]);
    }

    // Webhooks may be lost: the job alone finds all money.
    await sql()`update payments set next_check_at = now(), expires_at = now() where status = 'started'`;
    await checkPayments({ named });
    for (const { paymentId, capture } of captures) await handleNotice(provider, gateway.captured(paymentId, capture));
    const known = await sql()<{ id: string; paise: number; refund: number; status: string }[]>`
      select p.transaction_id as id, p.captured_paise::float8 as paise, p.status,
             coalesce((select sum(r.amount_paise) from payment_refunds r where r.payment_id = p.id and r.reason <> 'excess'), 0)::float8 as refund
        from payments p where p.transaction_id is not null`;
    expect(known.map(({ id }) => id).sort()).toEqual(captures.map(({ capture }) => capture.transactionId).sort());
    for (const { status, paise, refund } of known) expect(refund).toBe(status === 'captured' ? 0 : paise);
    expect(await findBookProblems()).toEqual([]);
    spies.forEach((spy) => spy.mockRestore());
  },
);
