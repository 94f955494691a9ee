import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import { lapsePledges } from '@/lib/adoption/pledge/term-statements';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { withoutGuards } from '@/testing/db/guards';
import { queueUp } from '@/testing/db/queue-up';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { useClient, usePool, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSession } from '@/testing/db/sessions';
import { findBookProblems } from '@/scripts/lib/books';
import { editAdmin } from '@/lib/accounts/administrators/mutations';
import type { HttpError } from '@/lib/platform/errors';
import { recordCredit } from '@/lib/admin/receipts/mutations';
import { actOnAdoption } from './mutations';
import { adoptionActionSchema, creditSchema } from './schema';

/*
 * Control tests: each guard is removed in turn. All actions start while another transaction holds the billing, so each has
 * read what it can before any of them writes: the race occurs in every run.
 */
useTestDatabase();
const { db: database } = useClient(20);
const holder = usePool(1);
let first: AdminAccount;
let second: AdminAccount;
beforeAll(async () => {
  [first, second] = [await makeAdmin(), await makeAdmin()];
  await sql()`alter table courses drop constraint courses_adopted_seats_range`;
});

async function pledge(seats: number) {
  const course = await makeCourse();
  const prepared = await prepareAdoption([{ course, seats }], makeSponsor());
  const pledged = await pledgeSeats({ ...prepared.subject, draftId: prepared.billingId }, prepared.code);
  if (!pledged.ok) throw new Error(pledged.code);
  return { ...pledged, course };
}
type Adoption = Awaited<ReturnType<typeof pledge>>;

type Body = Record<string, unknown>;

/** Carries out an action; without a version it is not checked. @returns 'done', or why not */
async function act(adoption: Adoption, body: Body, { scope } = second) {
  const action = adoptionActionSchema.parse({ reason: 'A reason', ...body, version: 0 });
  const version = (body.version ?? null) as number;
  const outcome = await actOnAdoption(scope, adoption.reference, { ...action, version }, database);
  return outcome.ok ? 'done' : outcome.code;
}

/** Carries out actions concurrently; returns how many were done. */
async function doneAtOnce(adoption: Adoption, bodies: Body[]) {
  const running = await holder.begin(async (held) => {
    await held`select from billings where id = ${adoption.billingId} for update`;
    const actions = bodies.map((body) => act(adoption, body));
    await waitForLocks(sql(), actions.length, '');
    return { actions };
  });
  const outcomes = await Promise.all(running.actions);
  return outcomes.filter((outcome) => outcome === 'done').length;
}

/** Removes the locks of rows from all statements, except those of the session. */
const withoutLocks = <Result>(work: () => Promise<Result>) => withoutGuards([[' for no key update']], work);

/** A pledge with a receipt that another administrator recorded, and its id. */
async function recorded() {
  const adoption = await pledge(1);
  const entry = { mode: 'NEFT', credited_on: '2026-04-01', amount: 1, payer: 'P', bank_reference: adoption.reference };
  await act(adoption, { action: 'record_receipt', ...entry }, first);
  const [row] = await sql()<{ id: string }[]>`select id from bank_receipts where billing_id = ${adoption.billingId}`;
  return { adoption, id: row!.id };
}

describe('security 72 twenty actions on one version', () => {
  const notes = (version: number | null) => Array.from({ length: 20 }, () => ({ action: 'add_note', version }));

  test('one is done', async () => {
    expect(await doneAtOnce(await pledge(1), notes(0))).toBe(1);
  });

  test('control: without the check of the version all of them are', async () => {
    expect(await doneAtOnce(await pledge(1), notes(null))).toBe(20);
  });

  test('control: without the lock of the adoption all of them are', async () => {
    const adoption = await pledge(1);
    expect(await withoutLocks(() => doneAtOnce(adoption, notes(0)))).toBe(20);
  });
});

describe('concurrent reductions of twenty seats to ten, nine, …, one', () => {
  const reduce = async () => {
    const adoption = await pledge(20);
    const { id } = adoption.course;
    const bodies = Array.from({ length: 10 }, (_, i) => ({ action: 'reduce', lines: { [id]: 10 - i } }));
    await doneAtOnce(adoption, bodies);
    return findBookProblems();
  };

  test('the seats add up even without versions', async () => {
    expect(await reduce()).toEqual([]);
  });

  test('control: without the lock on the adoption seats are returned twice', async () => {
    const problems = await withoutGuards([['"reference" = $1 for no key update', '"reference" = $1']], reduce);
    await sql()`delete from billing_items`;
    await sql()`update courses set adopted_seats = 0`;
    await sql()`update billings set limit_seats = 0, total_paise = 0`;
    expect(problems).toEqual(['the seats of 1 courses do not add up']);
  });
});

describe('ten confirmations of one receipt', () => {
  const confirm = ({ adoption, id }: Awaited<ReturnType<typeof recorded>>) =>
    doneAtOnce(
      adoption,
      Array.from({ length: 10 }, () => ({ action: 'confirm_receipt', id })),
    );

  test('it counts once', async () => {
    expect(await confirm(await recorded())).toBe(1);
  });

  test('control: without the locks on the adoption and the receipt it counts ten times', async () => {
    const receipt = await recorded();
    expect(await withoutLocks(() => confirm(receipt))).toBe(10);
  });
});

describe('one receipt that two administrators assign to two adoptions', () => {
  const assign = async () => {
    const adoptions = [await pledge(1), await pledge(1)];
    const credit = { mode: 'NEFT', credited_on: '2026-04-01', payer: 'P', reason: 'A reason', amount: 1 };
    const bank_reference = adoptions[0]!.reference;
    const { id } = (await recordCredit(first.scope, creditSchema.parse({ ...credit, bank_reference }))) as {
      id: string;
    };
    const calls = adoptions.map((adoption) => () => act(adoption, { action: 'match_receipt', id }));
    const results = await queueUp(holder, ['bank_receipts', id], calls, '');
    return results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed')).toSorted();
  };

  test('belongs to one', async () => {
    expect(await assign()).toEqual(['adoption.receipt_gone', 'done']);
  });

  test('control: without the lock on the receipt both have it', async () => {
    expect(await withoutGuards([['"id" = $4 for no key update', '"id" = $4']], assign)).toEqual(['done', 'done']);
  });
});

test('security 71 control: without the check of the person, who recorded a receipt also confirms it', async () => {
  const { adoption, id } = await recorded();
  const confirm = () => act(adoption, { action: 'confirm_receipt', id }, first);
  expect(await confirm()).toBe('adoption.second_admin');
  const check = '"bank_receipts"."recorded_by") = $';
  expect(await withoutGuards([[check, check.replace('=', '<>')]], confirm)).toBe('done');
});

describe.each(['term', 'last session'])('a pledge whose %s ends while money for it is recorded', (over) => {
  const race = async () => {
    const adoption = await pledge(1);
    if (over === 'term') await sql()`update billings set due_at = now() where id = ${adoption.billingId}`;
    else {
      await makeSession('2018-19');
      await sql()`update billing_items set session = '2018-19' where billing_id = ${adoption.billingId}`;
    }
    let lapsing: Promise<unknown> | undefined;
    await holder.begin(async (held) => {
      await held`select 1 from courses where id = ${adoption.course.id} for update`;
      // Another sponsor's pledge on the same course holds the statement back after its snapshot.
      await held`update billings set version = version + 1, received_paise = 1 where id = ${adoption.billingId}`;
      lapsing = lapsePledges(database);
      await waitForLocks(sql(), 1, 'candidates as materialized');
    });
    await lapsing;
    await sql()`delete from academic_sessions where name = '2018-19'`;
    const [row] = await sql()<{ state: string }[]>`select state from billings where id = ${adoption.billingId}`;
    return row!.state;
  };
  // A lock that waits instead of skipping makes the race certain.
  const WAITING = [' skip locked'] as const;

  test('the pledge stays', async () => {
    expect(await withoutGuards([WAITING], race)).toBe('pledged');
  });

  test('control: without the check of the version it lapses', async () => {
    const version = ['"billings"."version" = "candidates"."version" and'] as const;
    expect(await withoutGuards([WAITING, version], race)).toBe('lapsed');
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
      answer = actOnAdoption(leaving.scope, adoption.reference, adoptionActionSchema.parse(note), database).then(
        ({ ok }) => `done: ${ok}`,
        (error: HttpError) => error.code,
      );
      await waitForLocks(sql(), 1, '"reference" = $1 for no key update');
      await ENDINGS[ending](leaving.adminId);
    });
    expect(await answer).toBe('admin.session_ended');
  });
});
