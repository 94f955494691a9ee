import type { Sql } from 'postgres';
import { expect, test } from 'vitest';
import { databaseOn } from '@/db/client';
import { findProblems } from '@/scripts/lib/backup';
import { migrateAsOf } from '@/testing/db/migrate-as-of';
import { withNewDatabase } from '@/testing/db/new-database';
import { migrate } from './migrate';

/** A state of the schema that was released, with adoptions as its program left them. */
type Release = { upTo: string; adopt: (sql: Sql) => Promise<unknown> };

/** Price of the course in every release, in paise. */
const PRICE = 5_000_000;

/** The columns and values of an insert; the types of the library know no object with values of any kind. */
const values = (sql: Sql, columns: Record<string, unknown>) => sql(columns as Record<string, string>);

/** Makes a course, a sponsor and an adoption of `seats`, of the columns that the release has. @returns its id */
async function adopt(sql: Sql, reference: string, seats: number, columns: Record<string, unknown>): Promise<string> {
  const [{ course }] = await sql<[{ course: string }]>`
    insert into courses ${sql({
      city: 'Bhopal',
      course_type: 'B.Tech',
      branch: `Branch of ${reference}`,
      total_seats: 60,
      adopted_seats: ['pledged', 'completed'].includes(String(columns.state)) ? seats : 0,
      held_seats: columns.state === 'held' ? seats : 0,
      price_paise: PRICE,
    })} returning id as course`;
  const [{ person }] = await sql<[{ person: string }]>`
    insert into users ${sql({
      kind: columns.channel === 'public' ? 'guest' : 'registered',
      full_name: 'Radhika Deshmukh',
      designation: 'Head',
      email: `${reference}@narmada.example`,
      phone_number: '9893012345',
      company_name: 'Narmada Motors',
      ...(columns.channel === 'dashboard' && { password_hash: 'none' }),
    })} returning id as person`;
  const sponsor = { company: 'Narmada Motors', email: `${reference}@narmada.example`, phone: '9893012345' };
  const [{ billing }] = await sql<[{ billing: string }]>`
    insert into billings ${values(sql, {
      reference,
      user_id: person,
      sponsor: sql.json(sponsor),
      total_paise: seats * PRICE,
      ...columns,
    })} returning id as billing`;
  await sql`
    insert into billing_items (billing_id, course_id, position, seats, price_paise, course_name, branch, institute, city)
    values (${billing}, ${course}, 0, ${seats}, ${PRICE}, 'B.Tech', ${`Branch of ${reference}`}, '', 'Bhopal')`;
  return billing;
}

const soon = () => new Date(Date.now() + 600_000);

async function pay(sql: Sql, billing: string, seats: number, columns: Record<string, unknown>): Promise<void> {
  const [{ payer }] = await sql<[{ payer: string }]>`select user_id as payer from billings where id = ${billing}`;
  await sql`
    insert into payments ${values(sql, {
      billing_id: billing,
      user_id: payer,
      provider: 'sandbox',
      method: 'upi',
      amount_paise: seats * PRICE,
      settled_at: new Date(),
      ...columns,
    })}`;
}

const RELEASES: Release[] = [
  {
    upTo: '0002_one_dashboard_draft',
    adopt: async (sql) => {
      const verified = { verified_at: new Date() };
      await adopt(sql, 'SA-OLD-1', 3, { channel: 'public', state: 'pledged', ...verified });
      await adopt(sql, 'SA-OLD-2', 2, { channel: 'dashboard', state: 'held', ...verified, hold_expires_at: soon() });
      const done = { channel: 'dashboard', ...verified, hold_expires_at: soon() };
      const paid = await adopt(sql, 'SA-OLD-3', 4, { ...done, state: 'completed' });
      await pay(sql, paid, 4, { status: 'captured', transaction_id: 'old-1' });
      const late = await adopt(sql, 'SA-OLD-4', 5, { ...done, state: 'refund_due' });
      await pay(sql, late, 5, { status: 'refund_due', transaction_id: 'old-2' });
    },
  },
  {
    upTo: '0014_shared_carts',
    adopt: async (sql) => {
      const [{ admin }] = await sql<[{ admin: string }]>`
        insert into admins (username, password_hash) values ('asha', 'none') returning id as admin`;
      const pledge = { channel: 'public', verified_at: new Date(), verified_channel: 'email' };
      const limits = (seats: number) => ({ limit_keys: ['email:narmada.example'], limit_seats: seats });
      const half = await adopt(sql, 'SA-MID-1', 4, {
        ...{ ...pledge, state: 'pledged', ...limits(4), received_paise: 2 * PRICE },
      });
      const full = await adopt(sql, 'SA-MID-2', 6, {
        ...{ ...pledge, state: 'completed', ...limits(6), received_paise: 7 * PRICE, refunded_paise: PRICE },
      });
      await adopt(sql, 'SA-MID-3', 2, { ...pledge, state: 'lapsed', ...limits(2) });
      const receipt = (billing: string, seats: number) => sql`
        insert into bank_receipts (billing_id, mode, credited_on, amount_paise, reference, payer, state, recorded_by, confirmed_by, confirmed_at)
        values (${billing}, 'NEFT', '2026-04-01', ${seats * PRICE}, ${`UTR${billing.slice(0, 8)}`}, 'Narmada Motors', 'confirmed', ${admin}, ${admin}, now())`;
      await receipt(half, 2);
      await receipt(full, 7);
      await sql`
        insert into refunds (billing_id, mode, paid_on, amount_paise, reference, state, recorded_by, confirmed_by, confirmed_at)
        values (${full}, 'NEFT', '2026-04-02', ${PRICE}, 'UTR-BACK', 'done', ${admin}, ${admin}, now())`;
      await sql`insert into paper_series (series, financial_year, last_number) values ('RC', '2026-27', 1)`;
      await sql`
        insert into papers (kind, billing_id, source, series, financial_year, number, serial, data)
        values ('receipt', ${full}, 'receipt', 'RC', '2026-27', 1, 'RC/2026-27/000001', '{}')`;
      await sql`insert into audit_log (admin_id, actor, action) values (${admin}, 'asha', 'admin.logged_in')`;
    },
  },
  {
    upTo: '0022_pledge_limits',
    adopt: async (sql) => {
      const done = {
        channel: 'dashboard',
        verified_at: new Date(),
        verified_channel: 'email',
        hold_expires_at: soon(),
      };
      const paid = await adopt(sql, 'SA-NEW-1', 3, {
        ...done,
        state: 'completed',
        received_paise: 6 * PRICE,
        refunded_paise: 3 * PRICE,
      });
      const captured = { captured_paise: 3 * PRICE, captured_currency: 'INR', provider: 'razorpay' };
      await pay(sql, paid, 3, { ...captured, status: 'captured', transaction_id: 'pay_1' });
      await pay(sql, paid, 3, { ...captured, status: 'refund_due', transaction_id: 'pay_2' });
      const [{ payment }] = await sql<[{ payment: string }]>`
        select id as payment from payments where transaction_id = 'pay_2'`;
      await sql`
        insert into payment_refunds (payment_id, billing_id, amount_paise, reason, state, refund_ref, next_try_at, processed_at)
        values (${payment}, ${paid}, ${3 * PRICE}, 'paid_again', 'processed', 'rfnd_1', null, now())`;
      const [{ admin }] = await sql<[{ admin: string }]>`
        insert into admins (username, password_hash, role) values ('ravi', 'none', 'owner') returning id as admin`;
      await sql`
        insert into refunds (billing_id, mode, paid_on, amount_paise, reference, state, recorded_by, confirmed_by, confirmed_at)
        values (${paid}, 'gateway', '2026-11-01', ${3 * PRICE}, 'rfnd_1', 'done', ${admin}, ${admin}, now())`;
    },
  },
];

test.each([
  ...RELEASES.map((release) => ({ name: release.upTo, releases: [release] })),
  { name: 'every release', releases: RELEASES },
])('a database of $name is brought up to date with its adoptions, money and records intact', ({ releases }) =>
  withNewDatabase(async (sql, url) => {
    const adoptions = () => sql`
    select reference, state, total_paise, (select sum(seats)::int from billing_items where billing_id = b.id) as seats
      from billings b order by reference`;
    for (const release of releases) {
      await migrateAsOf(url, release.upTo);
      await release.adopt(sql);
    }
    const before = await adoptions();
    expect(before.length).toBeGreaterThan(0);
    await migrate(url);
    expect(await adoptions()).toEqual(before);
    // Everything of before belongs to the academic year of today, year 1, and is offered as before.
    const [session] = await sql`
      select name, state, now() at time zone 'Asia/Kolkata' between first_day and last_day + 1 as "isNow"
        from academic_sessions`;
    expect(session).toMatchObject({ state: 'open', isNow: true });
    for (const table of ['courses', 'billing_items'])
      expect(await sql`select distinct session, study_year as year from ${sql(table)}`).toEqual([
        { session: session!.name, year: 1 },
      ]);
    expect(await findProblems(databaseOn(sql))).toEqual([]);
  }),
);
