import { createHash, randomBytes, randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { call, type ClientWorld } from './clients';
import type { Lines } from './ledger';
import { retry } from './retry';

/** The tokens of the administrator who takes first steps, and of the one who takes second steps. */
export type Administrators = { first: string; second: string };

/** Adoptions that are acted on most: of the latest ones, so that clients meet. */
const LATEST = 20;

/** What a client reads about an adoption before it acts. Amounts in paise. */
type Seen = {
  version: number;
  state: string;
  outstanding: number;
  lines: Lines;
  receipt: string | null;
  request: { id: string; kind: 'cancel' | 'reduce' } | null;
};

type Action = { by: keyof Administrators; action: string } & Record<string, unknown>;

/** Creates two administrators with a session each. */
export async function makeAdministrators(sql: Sql): Promise<Administrators> {
  const makeOne = async (name: string) => {
    const token = randomBytes(32).toString('base64url');
    const hash = (text: string) => createHash('sha256').update(text).digest('hex');
    await sql`
      with made as (insert into admins (username, password_hash, role) values (${name}, 'none', 'owner') returning id)
      insert into admin_sessions (admin_id, token_hash, cookie_hash, expires_at)
      select id, ${hash(token)}, ${hash(hash(token))}, now() + interval '6 hours' from made`;
    return token;
  };
  return { first: await makeOne('chaos.first'), second: await makeOne('chaos.second') };
}

/**
 * Records and confirms receipts of acknowledged pledges, reduces, cancels and annotates them, as two administrators, and
 * records each acknowledged response in the ledger. Several clients act on
 * the same adoptions, and some send an action twice at once.
 */
export async function administerUntilStopped(world: ClientWorld, administrators: Administrators): Promise<void> {
  while (world.running()) {
    const pledges = [...world.ledger.pledges.keys()].slice(randomInt(3) === 0 ? 0 : -LATEST);
    const reference = pledges[randomInt(Math.max(1, pledges.length))];
    const seen = reference && (await read(world.sql, reference));
    const action = seen && choose(seen);
    if (!reference || !seen || !action) {
      await pause(100);
      continue;
    }
    const times = randomInt(3) === 0 ? 2 : 1;
    await Promise.all(
      Array.from({ length: times }, () => send(world, administrators, { reference, version: seen.version, action })),
    );
  }
}

type Sending = { reference: string; version: number; action: Action };

async function send(world: ClientWorld, administrators: Administrators, { reference, version, action }: Sending) {
  const { by, ...fields } = action;
  // Names the step in the history of the adoption and in the audit log.
  const reason = `Step ${randomBytes(8).toString('hex')}`;
  const bank =
    action.action === 'record_receipt' ? { bank_reference: `UTR${randomBytes(8).toString('hex').toUpperCase()}` } : {};
  const confirms = action.action === 'confirm_receipt' ? { confirms: String(action.id) } : {};
  const step = world.ledger.start({ reference, version, reason, ...bank, ...confirms });
  const answer = await call(
    world,
    `/admin/billings/${reference}`,
    { ...fields, ...bank, version, reason },
    { headers: { Authorization: `Bearer ${administrators[by]}` }, label: `/admin/billings ${action.action}` },
  );
  if (answer.status === 200) step.acknowledged = answer.body.done === false ? 'request_change' : action.action;
}

function read(sql: Sql, reference: string): Promise<Seen | undefined> {
  return retry(async () => {
    const [row] = await sql<Seen[]>`
      select b.version, b.state, (b.total_paise - b.received_paise)::float8 as outstanding,
             (select jsonb_object_agg(i.course_id, i.seats) from billing_items i where i.billing_id = b.id and i.seats > 0) as lines,
             (select r.id from bank_receipts r where r.billing_id = b.id and r.state = 'recorded' limit 1) as receipt,
             (select jsonb_build_object('id', q.id, 'kind', q.kind) from change_requests q
               where q.billing_id = b.id and q.state = 'open' limit 1) as request
        from billings b where b.reference = ${reference}`;
    return row;
  });
}

/** Chooses the next step of an adoption; undefined if nothing is left to do. */
function choose({ state, outstanding, lines, receipt, request }: Seen): Action | undefined {
  if (state === 'cancelled') return undefined;
  if (receipt) return { by: 'second', action: randomInt(8) === 0 ? 'reject_receipt' : 'confirm_receipt', id: receipt };
  if (request) return { by: 'second', action: request.kind, request: request.id };
  const dice = randomInt(10);
  if (dice === 0) return { by: 'first', action: 'add_note' };
  if (dice === 1) return { by: 'first', action: 'cancel' };
  const reducible = Object.entries(lines).find(([, seats]) => seats > 1);
  if (dice < 5 && reducible) return { by: 'first', action: 'reduce', lines: { [reducible[0]]: reducible[1] - 1 } };
  if (outstanding <= 0) return undefined;
  const amount = (randomInt(2) === 0 ? outstanding : Math.ceil(outstanding / 2)) / 100;
  const fields = { mode: 'NEFT', credited_on: '2026-04-01', amount, payer: 'Narmada Motors' };
  return { by: 'first', action: 'record_receipt', ...fields };
}
