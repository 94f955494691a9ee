import { randomUUID } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connect, sql, type Database } from '@/db/client';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import type { Message } from '@/lib/delivery/schema';
import type { MessageTransport } from '@/lib/delivery/transport';
import { issuePaper } from '@/lib/documents/papers/mutations';
import { makeAdmin } from '@/testing/db/admin';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { waitForLocks } from '@/testing/db/locks';
import { insertAdoption } from '@/testing/db/adoptions';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { messagesTo } from '@/testing/db/outbox';
import { pdfPages } from '@/testing/db/pdf';
import { purgeMessages, retryMessage, sendDueMessages } from './mutations';
import { CLAIM_SECONDS, claimMessage, MAX_ATTEMPTS, MESSAGE_DAYS } from './statements';

const { url, dataDir } = useTestDatabase();
const outbox = join(dataDir, 'outbox');
const clients = [useClient(5), useClient(5)] as const;
const pools = [clients[0].db, clients[1].db] as const;
beforeEach(async () => {
  const spies = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level).mockReturnValue());
  spies.push(vi.spyOn(process.stdout, 'write').mockReturnValue(true) as never);
  await sql()`delete from outbound_messages`;
  await rm(outbox, { recursive: true, force: true });
  return () => spies.forEach((spy) => spy.mockRestore());
});

/** A provider that keeps what it accepts; it refuses everything while it is down. */
function makeProvider() {
  const provider = { isDown: false, refusesForGood: false, asked: 0, accepted: [] as Message[] };
  const transport: MessageTransport = {
    send: async (message) => {
      provider.asked += 1;
      await new Promise((next) => setTimeout(next, 5));
      if (provider.refusesForGood)
        return { ok: false, code: 'otp.send_failed', reason: '550 no such user', isFinal: true };
      if (provider.isDown) return { ok: false, code: 'otp.send_failed', reason: 'down' };
      provider.accepted.push(message);
      return { ok: true };
    },
  };
  return Object.assign(provider, { transport });
}

/** Queues messages of a paid adoption that carry no document. */
async function queue(count: number): Promise<string[]> {
  const { userId } = await makeSponsorAccount();
  const { id } = await insertAdoption(sql(), {
    userId,
    state: 'completed',
    lines: [{ course: await makeCourse(), seats: 1 }],
  });
  const rows = await sql()<{ id: string }[]>`
    insert into outbound_messages (billing_id, kind) select ${id}, 'paid' from generate_series(1, ${count}) returning id`;
  return rows.map((row) => row.id);
}

/** Moves the clock: what is due within these minutes is due now. */
const pass = (minutes: number) => sql()`
  update outbound_messages set next_attempt_at = next_attempt_at - ${minutes} * interval '1 minute'`;
const statesOf = (ids: string[]) => sql()<
  { attempts: number; sent: boolean; dead: boolean; error: string | null; pause: number }[]
>`
  select attempts, sent_at is not null as sent, dead_at is not null as dead, last_error as error,
         extract(epoch from next_attempt_at - now())::float8 as pause
    from outbound_messages where id = any(${ids}) order by created_at, id`;
const stateOf = async (id: string) => (await statesOf([id]))[0]!;
const keys = (messages: readonly Message[]) => messages.map(({ idempotencyKey }) => idempotencyKey).sort();

describe('at least once', () => {
  test('a message is sent once, with its id as the key, and is due no more', async () => {
    const [id] = await queue(1);
    const provider = makeProvider();
    expect(await sendDueMessages(undefined, undefined, provider.transport)).toBe(1);
    expect(await sendDueMessages(undefined, undefined, provider.transport)).toBe(0);
    expect(keys(provider.accepted)).toEqual([id]);
    expect(await stateOf(id!)).toMatchObject({ attempts: 1, sent: true, error: null });
  });

  test('several senders at once send each of forty messages once', async () => {
    const ids = await queue(40);
    const provider = makeProvider();
    const senders = Array.from({ length: 8 }, (_, n) => sendDueMessages(undefined, pools[n % 2], provider.transport));
    expect((await Promise.all(senders)).reduce((sum, sent) => sum + sent, 0)).toBe(40);
    expect(keys(provider.accepted)).toEqual(ids.sort());
    expect(await statesOf(ids)).toEqual(Array(40).fill(expect.objectContaining({ attempts: 1, sent: true })));
  });

  test('one process sends several at a time', async () => {
    await queue(12);
    let [open, most] = [0, 0];
    let release = () => {};
    const four = new Promise<void>((resolve) => (release = resolve));
    const transport: MessageTransport = {
      send: async () => {
        most = Math.max(most, (open += 1));
        // The first wait until there are four.
        if (open === 4) release();
        await four;
        open -= 1;
        return { ok: true };
      },
    };
    expect(await sendDueMessages(undefined, undefined, transport)).toBe(12);
    expect(most).toBe(4);
  });

  test('control: without moving the next attempt ahead they send some of them several times', async () => {
    const ids = await queue(5);
    const claims = await withoutGuards([[`now() + interval '${CLAIM_SECONDS} seconds'`, '"next_attempt_at"']], () =>
      Promise.all(pools.map((pool) => claimUntilEmpty(pool, ids.length))),
    );
    expect(new Set(claims.flat()).size).toBeLessThan(claims.flat().length);
  });

  test('control: without skipping locked rows, a sender waits for another one', async () => {
    const [first, second] = await queue(2);
    const oldest = sql()`select id from outbound_messages order by next_attempt_at, created_at limit 1`;
    const [locked] = await oldest;
    await clients[0].sql.begin(async (held) => {
      await held`select 1 from outbound_messages where id = ${locked!.id} for update`;
      await withoutGuards([[' for update skip locked', ' for update nowait']], () =>
        expect(claimMessage(pools[1])).rejects.toMatchObject({ cause: { code: '55P03' } }),
      );
      const claimed = await claimMessage(pools[1]);
      expect([first, second]).toContain(claimed!.id);
      expect(claimed!.id).not.toBe(locked!.id);
    });
  });

  test('a sender killed between claim and sending: another one sends it when the claim ends, with the same key', async () => {
    const [id] = await queue(1);
    await claimMessage(pools[0]);
    const provider = makeProvider();
    expect(await sendDueMessages(undefined, undefined, provider.transport)).toBe(0);
    await pass(CLAIM_SECONDS / 60);
    expect(await sendDueMessages(undefined, undefined, provider.transport)).toBe(1);
    expect(keys(provider.accepted)).toEqual([id]);
  });

  test('a sender killed between sending and marking: it is sent again, and the provider knows the key', async () => {
    const [id] = await queue(1);
    const provider = makeProvider();
    const own = connect(url, { max: 1 });
    const killed: MessageTransport = {
      send: async (message) => {
        const outcome = await provider.transport.send(message);
        await own.sql.end();
        return outcome;
      },
    };
    await expect(sendDueMessages(undefined, own.db, killed)).rejects.toMatchObject({
      cause: { code: 'CONNECTION_ENDED' },
    });
    await pass(CLAIM_SECONDS / 60);
    await sendDueMessages(undefined, undefined, provider.transport);
    expect(keys(provider.accepted)).toEqual([id, id]);
    expect(await stateOf(id!)).toMatchObject({ attempts: 2, sent: true });
  });

  test('a late failure of a sender whose claim is over changes nothing for the one that has it now', async () => {
    const [id] = await queue(1);
    const provider = makeProvider();
    const late: MessageTransport = {
      send: async () => {
        await pass(CLAIM_SECONDS / 60);
        await sendDueMessages(undefined, pools[1], provider.transport);
        return { ok: false, code: 'otp.send_failed', reason: 'late' };
      },
    };
    await sendDueMessages(undefined, pools[0], late);
    expect(await stateOf(id!)).toMatchObject({ attempts: 2, sent: true, error: null });
  });
});

/** Claims up to twice as often as there are messages. Returns the ids. */
async function claimUntilEmpty(pool: Database, count: number): Promise<string[]> {
  const claimed: string[] = [];
  while (claimed.length < count * 2) {
    const message = await claimMessage(pool);
    if (!message) break;
    claimed.push(message.id);
  }
  return claimed;
}

describe('a provider that is down', () => {
  test('for an hour delays messages and loses none', async () => {
    const ids = await queue(10);
    const provider = makeProvider();
    provider.isDown = true;
    for (let minute = 0; minute < 60; minute++) {
      await sendDueMessages(undefined, undefined, provider.transport);
      await pass(1);
    }
    expect(provider.accepted).toEqual([]);
    const waiting = await statesOf(ids);
    expect(waiting.every(({ sent, dead, error }) => !sent && !dead && error === 'down')).toBe(true);
    provider.isDown = false;
    // The pause after an hour is at most an hour and a quarter of it.
    await pass(80);
    while (await sendDueMessages(undefined, undefined, provider.transport));
    expect(keys(provider.accepted)).toEqual(ids.sort());
  });

  test('is asked at most six times in a run of four senders, however many messages are due', async () => {
    await queue(20);
    const provider = makeProvider();
    provider.isDown = true;
    expect(await sendDueMessages(undefined, undefined, provider.transport)).toBe(0);
    // After the third failure none of them begins another.
    expect(provider.asked).toBeGreaterThanOrEqual(3);
    expect(provider.asked).toBeLessThanOrEqual(6);
  });

  test('is slow: a run claims no further message after eight seconds', async () => {
    await queue(10);
    const provider = makeProvider();
    let seconds = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => seconds * 1000);
    const slow: MessageTransport = {
      send: (message) => {
        seconds += 3;
        return provider.transport.send(message);
      },
    };
    const sent = await sendDueMessages(undefined, undefined, slow);
    clock.mockRestore();
    // Each of the four senders may have claimed one when the time is over.
    expect(sent).toBeGreaterThanOrEqual(3);
    expect(sent).toBeLessThanOrEqual(6);
    expect(provider.accepted).toHaveLength(sent);
    expect(await sendDueMessages(undefined, undefined, provider.transport)).toBe(10 - sent);
  });

  test('a message that is refused does not stop the others', async () => {
    const ids = await queue(12);
    const provider = makeProvider();
    const bad = ids[5];
    const picky: MessageTransport = {
      send: async (message) =>
        message.idempotencyKey === bad
          ? { ok: false, code: 'otp.send_failed', reason: 'validation_error' }
          : provider.transport.send(message),
    };
    expect(await sendDueMessages(undefined, undefined, picky)).toBe(11);
    expect(await stateOf(bad!)).toMatchObject({ attempts: 1, sent: false, error: 'validation_error' });
  });

  test('an error in between is a failed attempt, too', async () => {
    const ids = await queue(2);
    const provider = makeProvider();
    const broken: MessageTransport = {
      send: async (message) => {
        if (message.idempotencyKey === ids[0]) throw new Error('broken');
        return provider.transport.send(message);
      },
    };
    expect(await sendDueMessages(undefined, undefined, broken)).toBe(1);
    expect(await stateOf(ids[0]!)).toMatchObject({ attempts: 1, sent: false, error: 'error' });
  });

  test('the pauses double from a minute to six hours, with jitter; the message is dead after about three days', async () => {
    const [id] = await queue(1);
    const provider = makeProvider();
    provider.isDown = true;
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await sendDueMessages(undefined, undefined, provider.transport);
      const { attempts, dead, pause } = await stateOf(id!);
      expect({ attempts, dead }).toEqual({ attempts: attempt, dead: attempt === MAX_ATTEMPTS });
      pauses.push(pause / 60);
      await pass(8 * 60);
    }
    pauses.forEach((minutes, n) => {
      const planned = Math.min(2 ** n, 360);
      expect(minutes).toBeGreaterThan(planned * 0.99);
      expect(minutes).toBeLessThan(planned * 1.26);
    });
    const days = pauses.slice(0, -1).reduce((sum, minutes) => sum + minutes, 0) / 60 / 24;
    expect(days).toBeGreaterThan(2.8);
    expect(days).toBeLessThan(3.6);
    expect(await sendDueMessages(undefined, undefined, provider.transport)).toBe(0);
    expect(provider.asked).toBe(MAX_ATTEMPTS);
  });

  test('a message that is refused for good is dead after two attempts, with the words of the server', async () => {
    const [id] = await queue(1);
    const provider = makeProvider();
    provider.refusesForGood = true;
    for (let day = 0; day < 3; day++) {
      await sendDueMessages(undefined, undefined, provider.transport);
      await pass(24 * 60);
    }
    expect(await stateOf(id!)).toMatchObject({ attempts: 2, sent: false, dead: true, error: '550 no such user' });
    expect(provider.asked).toBe(2);
  });

  test('a queued message may take longer than one that somebody waits for', async () => {
    await queue(1);
    const provider = makeProvider();
    await sendDueMessages(undefined, undefined, provider.transport);
    expect(provider.accepted[0]!.deadlineMs).toBe(60_000);
  });
});

describe('about an account', () => {
  const queueChange = async (recipient: string, locale = 'en') => {
    const [row] = await sql()<{ id: string }[]>`
      insert into outbound_messages (kind, recipient, locale)
      values ('account_password_changed', ${recipient}, ${locale}) returning id`;
    return row!.id;
  };

  test('a message waits for a provider that is down, is sent in its language, and then deleted', async () => {
    const id = await queueChange('asha@acme.example', 'hi');
    const provider = makeProvider();
    provider.isDown = true;
    expect(await sendDueMessages(undefined, undefined, provider.transport)).toBe(0);
    expect(await stateOf(id)).toMatchObject({ attempts: 1, sent: false, dead: false, error: 'down' });
    provider.isDown = false;
    await pass(2);
    expect(await sendDueMessages(undefined, undefined, provider.transport)).toBe(1);
    expect(provider.accepted).toEqual([
      expect.objectContaining({ to: 'asha@acme.example', idempotencyKey: id, text: expect.stringMatching(/[ऀ-ॿ]/) }),
    ]);
    expect(await statesOf([id])).toEqual([]);
  });

  test('a dead message is made due again by an administrator', async () => {
    const { scope } = await makeAdmin();
    const id = await queueChange('asha@acme.example');
    await sql()`update outbound_messages set dead_at = now(), attempts = ${MAX_ATTEMPTS} where id = ${id}`;
    expect(await retryMessage(scope, id)).toEqual({ ok: true });
    expect(await stateOf(id)).toMatchObject({ attempts: 0, dead: false });
    expect(await sql()`select after from audit_log where subject = ${id}`).toEqual([
      { after: { message: 'account_password_changed' } },
    ]);
  });

  test('a message has either a billing or a recipient', async () => {
    const [id] = await queue(1);
    await expect(sql()`update outbound_messages set recipient = 'a@b.example' where id = ${id!}`).rejects.toThrow(
      'outbound_messages_addressed',
    );
    await expect(sql()`insert into outbound_messages (kind) values ('account_deleted')`).rejects.toThrow(
      'outbound_messages_addressed',
    );
  });
});

describe('dead messages', () => {
  const kill = (ids: string[]) => sql()`
    update outbound_messages set dead_at = now(), attempts = ${MAX_ATTEMPTS}, last_error = 'down' where id = any(${ids})`;

  /** Starts work for each administrator while the message is locked, and releases it once all of them wait. */
  async function atOnce<T>(id: string, work: ((pool: Database) => Promise<T>)[]): Promise<T[]> {
    let running: Promise<T>[] = [];
    await sql().begin(async (held) => {
      await held`select 1 from outbound_messages where id = ${id} for update`;
      running = work.map((each, n) => each(pools[n % 2]!));
      await waitForLocks(sql(), work.length, 'outbound_messages');
    });
    return Promise.all(running);
  }
  const entriesOf = (id: string) => sql()`
    select l.after from audit_log l join outbound_messages m on l.subject = m.billing_id::text
     where l.action = 'message.retried' and m.id = ${id}`;

  test('control: without the lock, two administrators at once both make a message due', async () => {
    const { scope } = await makeAdmin();
    const [id] = await queue(1);
    await kill([id!]);
    const retry = (pool: Database) => retryMessage(scope, id!, pool);
    await withoutGuards([[' for update of "outbound_messages"']], () => atOnce(id!, [retry, retry]));
    expect(await entriesOf(id!)).toHaveLength(2);
  });

  test('of two administrators at once one makes a message due again, with an audit entry; then it is sent', async () => {
    const [one, two] = [await makeAdmin(), await makeAdmin()];
    const [id] = await queue(1);
    await kill([id!]);
    const results = await atOnce(
      id!,
      [one, two].map(
        ({ scope }) =>
          (pool) =>
            retryMessage(scope, id!, pool),
      ),
    );
    expect(results).toEqual(expect.arrayContaining([{ ok: true }, { ok: false, code: 'message.not_dead' }]));
    expect(await entriesOf(id!)).toEqual([{ after: { message: 'paid', reference: expect.stringMatching(/^SA-/) } }]);
    expect(await stateOf(id!)).toMatchObject({ attempts: 0, dead: false });
    const provider = makeProvider();
    await sendDueMessages(undefined, undefined, provider.transport);
    expect(keys(provider.accepted)).toEqual([id]);
    expect(await retryMessage(one.scope, id!)).toEqual({ ok: false, code: 'message.not_dead' });
    expect(await retryMessage(one.scope, randomUUID())).toEqual({ ok: false, code: 'message.not_found' });
  });
});

test('the purge clears sent messages and deletes dead ones after 90 days, and keeps what waits', async () => {
  const [sentOld, sentNew, deadOld, waiting] = await queue(4);
  await sql()`
    update outbound_messages m set detail = '{"answer":"Radhika"}',
           sent_at = case when m.id = any(${[sentOld!, sentNew!]}) then now() - d.days * interval '1 day' end,
           dead_at = case when m.id = ${deadOld!} then now() - d.days * interval '1 day' end,
           created_at = now() - interval '1 year'
      from (values (${sentOld!}::uuid, ${MESSAGE_DAYS + 1}), (${sentNew!}::uuid, ${MESSAGE_DAYS - 1}),
                   (${deadOld!}::uuid, ${MESSAGE_DAYS + 1}), (${waiting!}::uuid, 0)) as d(id, days) where d.id = m.id`;
  await purgeMessages();
  const rows = await sql()`select id, detail from outbound_messages`;
  const answer = { answer: 'Radhika' };
  expect(rows).toHaveLength(3);
  expect(rows).toEqual(
    expect.arrayContaining([
      { id: sentOld, detail: {} },
      { id: sentNew, detail: answer },
      { id: waiting, detail: answer },
    ]),
  );
});

describe('an adoption of the public pages', () => {
  const pledge = async (channel: 'email' | 'phone') => {
    const sponsor = makeSponsor();
    const { subject, code, billingId } = await prepareAdoption(
      [{ course: await makeCourse(), seats: 3 }],
      sponsor,
      channel,
    );
    const pledged = await pledgeSeats({ ...subject, draftId: billingId }, code);
    if (!pledged.ok) throw new Error(pledged.code);
    return { sponsor, reference: pledged.reference };
  };

  test('is confirmed by an e-mail with its summary', async () => {
    const { sponsor, reference } = await pledge('email');
    expect(await sendDueMessages()).toBe(1);
    const [message] = await messagesTo(dataDir, sponsor.email);
    expect(message).toMatchObject({ subject: `Your adoption ${reference}` });
    const pages = await pdfPages(await readFile(join(outbox, message!.attachments![0]!)));
    expect(pages.join()).toContain(reference);
  });

  test('whose address no code confirmed gets its e-mail without documents', async () => {
    const { sponsor } = await pledge('phone');
    expect(await sendDueMessages()).toBe(1);
    const [message] = await messagesTo(dataDir, sponsor.email);
    expect(message).not.toHaveProperty('attachments');
  });
});

describe('the papers of an adoption', () => {
  const attachedTo = async (kind: string) => {
    const provider = makeProvider();
    while (await sendDueMessages(undefined, undefined, provider.transport));
    expect(provider.accepted).toHaveLength(1);
    const files = provider.accepted[0]!.attachments!;
    const texts = await Promise.all(files.map(async ({ content }) => (await pdfPages(content)).join()));
    expect(
      files.every(({ fileName }) => fileName.endsWith('.pdf')),
      kind,
    ).toBe(true);
    return texts;
  };
  const make = async (state: 'pledged' | 'completed' | 'cancelled') => {
    const { userId } = await makeSponsorAccount();
    const lines = [{ course: await makeCourse(), seats: 2 }];
    const payments = state === 'completed' ? [{ status: 'captured' as const }] : [];
    const made = await insertAdoption(sql(), { userId, state, lines, payments });
    await sql()`update billings set verified_channel = 'email' where id = ${made.id}`;
    return { ...made, userId };
  };
  const send = async (id: string, kind: string, detail: Record<string, string> = {}) => {
    await sql()`
      insert into outbound_messages (billing_id, kind, detail) values (${id}, ${kind}, ${JSON.stringify(detail)}::text::jsonb)`;
    return attachedTo(kind);
  };

  test('a proforma invoice with a transfer, a receipt with a payment, each issued once; none of an adoption without any', async () => {
    const [pledged, paid, cancelled] = [await make('pledged'), await make('completed'), await make('cancelled')];
    for (const [{ id, reference }, kind, paperKind] of [
      [pledged, 'transfer', 'proforma'],
      [paid, 'paid', 'receipt'],
    ] as const) {
      for (const time of ['first', 'again']) {
        await sql()`delete from outbound_messages`;
        const [text, ...others] = await send(id, kind);
        expect([text, others], `${kind} ${time}`).toEqual([expect.stringContaining(reference), []]);
      }
      expect(await sql()`select kind from papers where billing_id = ${id}`).toEqual([{ kind: paperKind }]);
    }
    await sql()`delete from outbound_messages`;
    expect(await send(cancelled.id, 'papers')).toEqual([]);
  });

  test('that an adoption is paid is told its maker, the owner of the company and the payer, each once with the receipt', async () => {
    const owner = await makeSponsorAccount();
    const colleague = () => makeSponsorAccount({}, { of: owner, role: 'pay' });
    const [maker, payer] = [await colleague(), await colleague()];
    await sql()`update users set email_verified_at = now() where id in (${owner.userId}, ${payer.userId})`;
    const course = await makeCourse();
    const { id } = await insertAdoption(sql(), {
      userId: owner.userId,
      state: 'completed',
      lines: [{ course, seats: 1 }],
      payments: [{ status: 'captured' }],
    });
    await sql()`update billings set made_by = ${maker.userId}, verified_channel = 'email',
                       sponsor = sponsor || jsonb_build_object('email', ${maker.email}::text) where id = ${id}`;
    await sql()`insert into billing_events (billing_id, event, to_state, actor, person)
                select ${id}, 'payment_started', 'held', 'sponsor', full_name || ' (' || email || ')' from users where id = ${payer.userId}`;
    await sql()`delete from outbound_messages`;
    await sql()`insert into outbound_messages (billing_id, kind) values (${id}, 'paid')`;
    await sendDueMessages();
    await sendDueMessages();
    for (const { email } of [maker, owner, payer]) {
      const mails = await messagesTo(dataDir, email);
      expect(
        mails.map(({ subject }) => subject),
        email,
      ).toEqual([expect.stringContaining('is paid')]);
      expect(mails[0]!.attachments, email).toHaveLength(1);
    }
    // Somebody who was removed meanwhile gets none.
    await sql()`delete from outbound_messages`;
    await sql()`insert into outbound_messages (billing_id, kind, detail) values (${id}, 'paid_copy', jsonb_build_object('person', ${payer.userId}::text))`;
    await sql()`delete from users where id = ${payer.userId}`;
    await sendDueMessages();
    expect(await sql()`select last_error from outbound_messages`).toEqual([{ last_error: 'obsolete' }]);
  });

  test('security 114: an account gets them by e-mail only if it has confirmed the address that they go to', async () => {
    const { id, userId } = await make('pledged');
    const [{ email } = { email: '' }] = await sql()<{ email: string }[]>`select email from users where id = ${userId}`;
    const sent = async (channel: 'email' | 'phone', isConfirmed: boolean, to: string) => {
      await sql()`delete from outbound_messages`;
      await sql()`update users set email_verified_at = case when ${isConfirmed} then now() end where id = ${userId}`;
      await sql()`update billings set verified_channel = ${channel}, sponsor = sponsor || jsonb_build_object('email', ${to}::text)
                   where id = ${id}`;
      return (await send(id, 'transfer')).length;
    };
    expect(await sent('phone', false, email)).toBe(0);
    expect(await sent('phone', true, `another.${email}`)).toBe(0);
    expect(await sent('phone', true, email.toUpperCase())).toBe(1);
    expect(await sent('email', false, email)).toBe(1);
  });

  test('sent again are the summary and every valid paper', async () => {
    const { id } = await make('completed');
    await send(id, 'paid');
    await sql()`delete from outbound_messages`;
    expect(await send(id, 'papers')).toHaveLength(2);
  });

  test('security 145: papers that are void or were replaced are not sent again', async () => {
    const { id } = await make('pledged');
    const [receipt] = await sql()<{ id: string }[]>`
      insert into bank_receipts (billing_id, mode, credited_on, amount_paise, reference, payer, state, recorded_by, confirmed_by, confirmed_at)
      values (${id}, 'cheque', '2026-04-03', 100, 'CHQ9', 'P', 'confirmed', ${randomUUID()}, ${randomUUID()}, now()) returning id`;
    const proforma = () => issuePaper({ kind: 'proforma', billingId: id, source: id });
    const replaced = await proforma();
    await sql()`update billings set sponsor = sponsor || '{"company":"New Name"}' where id = ${id}`;
    const [bounced, valid] = [
      await issuePaper({ kind: 'receipt', billingId: id, source: receipt!.id }),
      await proforma(),
    ];
    const sent = async () => {
      await sql()`delete from outbound_messages`;
      const texts = (await send(id, 'papers')).join();
      return [replaced, bounced, valid]
        .filter(({ serial }) => texts.includes(`Number ${serial}`))
        .map(({ serial }) => serial);
    };
    expect(await sent()).toEqual([bounced.serial, valid.serial]);
    await sql()`update bank_receipts set state = 'bounced' where id = ${receipt!.id}`;
    expect(await sent()).toEqual([valid.serial]);
    await sql()`update billings set state = 'cancelled' where id = ${id}`;
    expect(await sent()).toEqual([]);
  });
});

test('a reminder of an adoption that was paid meanwhile is not sent', async () => {
  const [id] = await queue(1);
  await sql()`update outbound_messages set kind = 'reminder' where id = ${id!}`;
  const provider = makeProvider();
  await sendDueMessages(undefined, undefined, provider.transport);
  expect(provider.asked).toBe(0);
  expect(await stateOf(id!)).toMatchObject({ sent: true, error: 'obsolete' });
});
