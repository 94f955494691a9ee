import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { pledgeSeats } from '@/lib/adoption/mutations';
import { LAPSE_PLEDGES } from '@/lib/adoption/term-statements';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { outcomesOf, queueUp } from '@/testing/db/queue-up';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { swap, without } from '@/testing/db/statements';
import { findBookProblems } from '@/scripts/lib/books';
import { editAdmin } from '@/lib/admin/accounts/mutations';
import type { HttpError } from '@/lib/core/errors';
import { actOnAdoption } from './mutations';
import { adoptionActionSchema } from './schema';
import { ACTIONS, actionParameters, type ActionRow } from './statements';

/*
 * Control tests: each guard of the statements is removed in turn. All statements start while another transaction holds
 * the billing, so each has read the database before any of them writes: the race occurs in every run.
 */
useTestDatabase();
const admins = usePool(20);
const holder = usePool(1);
let first: AdminAccount;
let second: AdminAccount;
beforeAll(async () => {
  [first, second] = [await makeAdmin(), await makeAdmin()];
  await sql()`alter table courses drop constraint courses_adopted_seats_range`;
});

const VERSION_CHECK = `when b.version <> $2::int then 'changed'`;
const withoutVersion = (statement: string) => swap(statement, VERSION_CHECK, `when $2::int is null then 'changed'`);

async function pledge(seats: number) {
  const course = await makeCourse();
  const prepared = await prepareAdoption([{ course, seats }], makeSponsor());
  const pledged = await pledgeSeats({ ...prepared.subject, draftId: prepared.billingId }, prepared.code);
  if (!pledged.ok) throw new Error(pledged.code);
  return { ...pledged, course };
}
type Adoption = Awaited<ReturnType<typeof pledge>>;

const parameters = (adoption: Adoption, values: Record<string, unknown>, { adminId, scope } = second, version = 0) =>
  actionParameters({
    reference: adoption.reference,
    version,
    adminId,
    sessionId: scope.sessionId,
    actor: 'admin',
    reason: 'A reason',
    values,
  });

/** Runs a statement with each of the values concurrently; returns the verdicts. */
async function atOnce(statement: string, adoption: Adoption, values: Record<string, unknown>[], version = 0) {
  const calls = values.map(
    (each) => () => admins.unsafe<ActionRow[]>(statement, parameters(adoption, each, second, version)).execute(),
  );
  const results = await queueUp(holder, ['billings', adoption.billingId], calls, 'b.reference = $1::text');
  return (outcomesOf(results) as ActionRow[]).map(({ verdict }) => verdict);
}

const doneOf = (verdicts: string[]) => verdicts.filter((verdict) => verdict === 'done').length;

/** A pledge with a receipt that another administrator recorded, and its id. */
async function recorded() {
  const adoption = await pledge(1);
  const entry = {
    mode: 'NEFT',
    creditedOn: '2026-04-01',
    creditPaise: 100,
    amountPaise: 100,
    tdsPaise: 0,
    payer: 'P',
    payerBank: '',
    remark: '',
  };
  await sql().unsafe(ACTIONS.record_receipt, parameters(adoption, { ...entry, reference: adoption.reference }, first));
  const [row] = await sql()<{ id: string }[]>`select id from bank_receipts where billing_id = ${adoption.billingId}`;
  return { adoption, id: row!.id };
}
const receivedOf = async ({ billingId }: Adoption) => {
  const [row] = await sql()<
    { paise: number }[]
  >`select received_paise::float8 as paise from billings where id = ${billingId}`;
  return row!.paise;
};

describe('security 72 twenty actions on one version', () => {
  const notes = Array.from({ length: 20 }, () => ({}));

  test('one is done', async () => {
    expect(doneOf(await atOnce(ACTIONS.add_note, await pledge(1), notes))).toBe(1);
  });

  test('control: without the check of the version all of them are', async () => {
    expect(doneOf(await atOnce(withoutVersion(ACTIONS.add_note), await pledge(1), notes))).toBe(20);
  });
});

describe('concurrent reductions of twenty seats to ten, nine, …, one', () => {
  const reduce = async (statement: string) => {
    const adoption = await pledge(20);
    const values = Array.from({ length: 10 }, (_, i) => ({ lines: { [adoption.course.id]: 10 - i } }));
    await atOnce(withoutVersion(statement), adoption, values);
    return findBookProblems(sql());
  };

  test('the seats add up even without versions', async () => {
    expect(await reduce(ACTIONS.reduce)).toEqual([]);
  });

  test('control: without the lock on the lines seats are returned twice', async () => {
    const problems = await reduce(without(ACTIONS.reduce, 'order by i.course_id for no key update of i'));
    await sql()`delete from billing_items`;
    await sql()`update courses set adopted_seats = 0`;
    await sql()`update billings set limit_seats = 0, total_paise = 0`;
    expect(problems).toEqual(['the seats of 1 courses do not add up']);
  });
});

describe('ten confirmations of one receipt', () => {
  const confirm = async (statement: string) => {
    const { adoption, id } = await recorded();
    await atOnce(
      withoutVersion(statement),
      adoption,
      Array.from({ length: 10 }, () => ({ id })),
      1,
    );
    return receivedOf(adoption);
  };

  test('it counts once', async () => {
    expect(await confirm(ACTIONS.confirm_receipt)).toBe(100);
  });

  test('control: without the lock on the receipt it counts ten times', async () => {
    expect(await confirm(without(ACTIONS.confirm_receipt, 'for no key update of r'))).toBe(1000);
  });
});

test('security 71 control: without the check of the person, who recorded a receipt also confirms it', async () => {
  const { adoption, id } = await recorded();
  const verdictOf = async (statement: string) => {
    const [row] = await sql().unsafe<ActionRow[]>(statement, parameters(adoption, { id }, first, 1));
    return row!.verdict;
  };
  expect(await verdictOf(ACTIONS.confirm_receipt)).toBe('second_admin');
  const [check] = /when exists \(select from receipt r where[^]*? then 'second_admin'/.exec(ACTIONS.confirm_receipt)!;
  expect(await verdictOf(without(ACTIONS.confirm_receipt, check!))).toBe('done');
});

describe('a pledge whose term ends while an administrator grants more time', () => {
  const race = async (statement: string) => {
    const adoption = await pledge(1);
    await sql()`update billings set due_at = now() where id = ${adoption.billingId}`;
    let lapsing: Promise<unknown> | undefined;
    await holder.begin(async (held) => {
      await held`select 1 from courses where id = ${adoption.course.id} for update`;
      // Another sponsor's pledge on the same course holds the statement back after its snapshot.
      await held`update billings set version = version + 1, received_paise = 1 where id = ${adoption.billingId}`;
      lapsing = admins.unsafe(statement).execute();
      await waitForLocks(sql(), 1, 'found   as materialized');
    });
    await lapsing;
    const [row] = await sql()<{ state: string }[]>`select state from billings where id = ${adoption.billingId}`;
    return row!.state;
  };
  // A lock that waits instead of skipping makes the race certain.
  const waiting = LAPSE_PLEDGES.replace(' skip locked', '');

  test('the pledge stays', async () => {
    expect(await race(waiting)).toBe('pledged');
  });

  test('control: without the check of the version it lapses', async () => {
    expect(await race(without(waiting, 'b.version = f.version and'))).toBe('lapsed');
  });
});

describe('security 157: an action that waited while its administrator lost the right to it', () => {
  const ENDINGS = {
    'account closed': (id: string) => editAdmin(second.scope, { id, role: 'owner', active: false }),
    'role changed': (id: string) => editAdmin(second.scope, { id, role: 'viewer', active: true }),
    'session ended': (id: string) => sql()`delete from admin_sessions where admin_id = ${id}`,
  };
  test.each(Object.keys(ENDINGS) as (keyof typeof ENDINGS)[])('%s', async (ending) => {
    const leaving = await makeAdmin();
    const adoption = await pledge(1);
    const note = { action: 'add_note', version: 0, reason: 'Asked by phone' } as const;
    let answer: Promise<string> | undefined;
    await holder.begin(async (held) => {
      await held`select 1 from billings where id = ${adoption.billingId} for update`;
      answer = actOnAdoption(leaving.scope, adoption.reference, adoptionActionSchema.parse(note), admins).then(
        ({ ok }) => `done: ${ok}`,
        (error: HttpError) => error.code,
      );
      await waitForLocks(sql(), 1, 'b.reference = $1::text');
      await ENDINGS[ending](leaving.adminId);
    });
    expect(await answer).toBe('admin.session_ended');
  });
});
