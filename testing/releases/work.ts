import { sql } from '@/db/client';
import { logIn, register } from '@/lib/accounts/mutations';
import { creditSchema } from '@/lib/admin/adoptions/schema';
import { actOnAdoption } from '@/lib/admin/adoptions/mutations';
import { recordCredit } from '@/lib/admin/receipts/mutations';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { payForAdoption } from '@/lib/money/mutations';
import { createSandboxProvider } from '@/lib/money/sandbox';
import { runJobs } from '@/lib/operation/jobs/run';
import type { Outcome } from '@/lib/platform/errors';
import { endWindow, makeHold, prepareAdoption } from '@/testing/db/adoption';
import { makeAdmin } from '@/testing/db/admin';
import { makeCourse } from '@/testing/db/factories';
import { makeRegistration, makeSponsorAccount } from '@/testing/db/identity';
import { prepareProcessPayment } from '@/testing/db/payment';
import { makeWaitingRequest } from '@/testing/db/waiting';

/**
 * The main writes of a release and all its jobs, on an empty database: registration and login, a pledge that is paid by
 * bank, one that lapses, a hold that is paid, one that expires while somebody waits for its seats.
 */
export async function doWork(): Promise<void> {
  const { email, password, ...person } = makeRegistration();
  required(await register({ ...person, email, password }, '192.0.2.1'));
  required(await logIn(email, password, '192.0.2.1'));
  const [course, full, account, admin] = [
    await makeCourse({ totalSeats: 20 }),
    await makeCourse({ totalSeats: 2 }),
    await makeSponsorAccount(),
    await makeAdmin(),
  ];
  const pledge = async (seats: number) => {
    const { subject, code } = await prepareAdoption([{ course, seats }]);
    return required(await pledgeSeats(subject, code));
  };
  const [paid, unpaid] = [await pledge(2), await pledge(3)];
  const { scope, request } = await prepareProcessPayment([{ course, seats: 4 }], account);
  required(await payForAdoption(scope, request, { provider: createSandboxProvider(process.env.APP_SECRET!) }));
  const hold = await makeHold([{ course: full, seats: 2 }], account);
  await makeWaitingRequest({ course: full });
  // The roll-up leaves events of the last minute to the next one.
  await sql()`update billing_events set at = at - interval '1 hour'`;
  await runJobs();

  const credit = { mode: 'NEFT', credited_on: '2026-04-01', bank_reference: 'UTR00000001', payer: 'Works' };
  const amount = (2 * course.pricePaise) / 100;
  const part = { reference: paid.reference, version: await versionOf(paid.reference), amount };
  const body = { ...credit, amount, reason: 'On the statement', parts: [part] };
  required(await recordCredit(admin.scope, creditSchema.parse(body)));
  const [receipt] = await sql()<{ id: string }[]>`select id from bank_receipts where reference = 'UTR00000001'`;
  const confirmation = { action: 'confirm_receipt', id: receipt!.id, reason: 'Seen', confirmed_alone: true } as const;
  const version = await versionOf(paid.reference);
  required(await actOnAdoption(admin.scope, paid.reference, { ...confirmation, version }));
  await endWindow(hold.billingId);
  await sql()`update billings set due_at = now() - interval '1 second' where reference = ${unpaid.reference}`;
  await runJobs();
}

/** What the work leaves: adoptions, messages and offers in each state, and seats in the statistics. */
export const OUTCOME = `
  select (select json_object_agg(state, many) from (select state, count(*)::int as many from billings group by state) b) as adoptions,
         (select count(*)::int from outbound_messages where sent_at is not null) as sent,
         (select count(*)::int from waiting_requests where offer_id is not null) as offered,
         (select sum(seats)::int from adoption_monthly_totals) as "rolledUp"`;

async function versionOf(reference: string): Promise<number> {
  const [row] = await sql()<{ version: number }[]>`select version from billings where reference = ${reference}`;
  return row!.version;
}

function required<T extends object>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`refused: ${outcome.code}`);
  return outcome;
}
