import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { sendDueMessages } from '@/lib/notifications/mutations';
import type { Message } from '@/lib/delivery/schema';
import { MAX_QUEUED_LETTERS } from '@/lib/platform/limits';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { writeTogether } from '@/testing/db/queue-up';
import { makeOffice } from '@/testing/db/offices';
import { actOnMailing, purgeMailings, runMailings, startMailing } from './mutations';
import { checkedOf, chosenRecipients, digestOf, listMailings } from './queries';
import { sponsorsMailingSchema } from './schema';

useTestDatabase();
const [first, second] = [useClient(4), useClient(4)];

let admin: AdminAccount;
let course: CourseRow;
beforeEach(async () => {
  await sql()`delete from mailings`;
  await sql()`delete from outbound_messages`;
  [admin, course] = [await makeAdmin(), await makeCourse({ totalSeats: 1000 })];
});

const TEXTS = { en: 'Dear {company}, {seats} seats: {reference}', hi: 'प्रिय {company}, {seats} सीटें: {reference}' };

/** Adoptions of one new sponsor. */
async function adoptionsOf(
  count: number,
  { locale = 'en', state = 'completed' as 'completed' | 'cancelled' | 'draft' } = {},
) {
  const { userId, email } = await makeSponsorAccount();
  const made = [];
  for (let at = 0; at < count; at++)
    made.push(await insertAdoption(sql(), { userId, state, lines: [{ course, seats: 2 }] }));
  await sql()`update billings set locale = ${locale} where user_id = ${userId}`;
  return { email, ids: made.map(({ id }) => id), references: made.map(({ reference }) => reference) };
}

/** Starts a message to the sponsors of some adoptions, in parts as a page has them. @returns its id */
async function start(ids: string[], by = admin) {
  const id = randomUUID();
  const chosen = { by: 'ids' as const, ids };
  const found = await chosenRecipients(by.scope, 'adoptions', chosen, TEXTS);
  if (!found.ok) throw new Error(found.code);
  const body = { step: 'start' as const, id, chosen, ...TEXTS, digest: digestOf(found, TEXTS), reason: 'News' };
  expect(await startMailing(by.scope, 'adoptions', body)).toMatchObject({ ok: true });
  return id;
}
const letters = () =>
  sql()<{ billing_id: string; text: string }[]>`
    select billing_id, detail ->> 'text' as text from outbound_messages where kind = 'letter' order by text`;
const stateOf = async (id: string) => (await listMailings(admin.scope)).find((one) => one.id === id)!;
const transport = (sent: Message[]) => ({
  send: async (message: Message) => {
    sent.push(message);
    return { ok: true as const };
  },
});

describe('whom a message to many goes to', () => {
  test('one person with several adoptions gets one e-mail that names them all, in the own language', async () => {
    const [several, hindi] = [await adoptionsOf(2), await adoptionsOf(1, { locale: 'hi' })];
    const [cancelled, draft] = [await adoptionsOf(1, { state: 'cancelled' }), await adoptionsOf(1, { state: 'draft' })];
    const erased = await adoptionsOf(1);
    await sql()`update billings set sponsor = sponsor || '{"email": ""}' where id = ${erased.ids[0]!}`;
    const ids = [several, hindi, cancelled, draft, erased].flatMap((one) => one.ids);
    const found = await chosenRecipients(admin.scope, 'adoptions', { by: 'ids', ids }, TEXTS);
    if (!found.ok) throw new Error(found.code);
    const checked = checkedOf(found, TEXTS, 0);
    expect(checked).toMatchObject({ recipients: 2, subjects: 3 });
    expect(checked.left_out.map(({ name, code }) => [name.split(',')[0], code]).toSorted()).toEqual(
      [
        [cancelled.references[0], 'mailing.cancelled'],
        [draft.references[0], 'adoption.not_verified'],
        [erased.references[0], 'conversation.no_address'],
      ].toSorted(),
    );
    const previewOf = ({ email }: { email: string }) => checked.previews.find(({ to }) => to === email)!.text;
    expect(previewOf(several)).toMatch(/^Dear [^,]+, 4 seats: /);
    for (const reference of several.references) expect(previewOf(several)).toContain(reference);
    expect(previewOf(hindi)).toContain(`2 सीटें: ${hindi.references[0]}`);

    const id = await start(ids);
    expect(await runMailings()).toBe(2);
    expect((await letters()).map(({ text }) => text).toSorted()).toEqual(
      checked.previews.map(({ text }) => text).toSorted(),
    );
    const kept = await sql()<{ billing_id: string; text: string }[]>`
      select billing_id, text from conversation_messages where mailing_id = ${id}`;
    expect(kept.map((one) => one.billing_id).toSorted()).toEqual([...several.ids, ...hindi.ids].toSorted());
    const sent: Message[] = [];
    await sendDueMessages(10, undefined, transport(sent));
    const mail = sent.find(({ to }) => to === several.email)!;
    for (const [at, reference] of several.references.entries()) {
      expect(mail.text).toContain(reference);
      expect(mail.text).toContain(`/dashboard/adoptions/${several.ids[at]}#messages`);
    }
    expect(await stateOf(id)).toMatchObject({ recipients: 2, written: 2, waiting: 0, endedAt: expect.any(Date) });
    const [entry] = await sql()`select after from audit_log where action = 'mailing.started' and subject = ${id}`;
    expect(entry!.after).toEqual({ users: 2, billings: 3, reason: 'News' });
  });

  test('heads of institutes get one e-mail each; institutes without one are left out', async () => {
    const office = await makeOffice();
    const [instituteId] = office.scope.institutes.map(({ id }) => id);
    const other = await makeOffice({ instituteIds: [instituteId!] });
    const { scope } = await makeOffice({ role: 'clerk' });
    const chosen = { by: 'ids' as const, ids: [instituteId!, scope.institutes[0]!.id] };
    const texts = { en: 'Dear {institutes}', hi: 'प्रिय {institutes}' };
    const found = await chosenRecipients(admin.scope, 'offices', chosen, texts);
    if (!found.ok) throw new Error(found.code);
    expect(found).toMatchObject({ leftOut: [{ code: 'conversation.no_office' }] });
    expect(found.recipients).toHaveLength(2);
    const id = randomUUID();
    const body = { step: 'start' as const, id, chosen, ...texts, digest: digestOf(found, texts), reason: 'News' };
    expect(await startMailing(admin.scope, 'offices', body)).toMatchObject({ ok: true });
    expect(await runMailings()).toBe(2);
    const mails = await sql()`select recipient from outbound_messages where kind = 'office_letter' order by recipient`;
    expect(mails.map(({ recipient }) => recipient as string)).toEqual([office.username, other.username].toSorted());
    expect(await sql()`select institute_id from conversation_messages where mailing_id = ${id}`).toEqual([
      { institute_id: instituteId },
    ]);
  });

  test('a placeholder that does not exist is refused at its field', () => {
    const ids = [randomUUID()];
    const read = (en: string) =>
      sponsorsMailingSchema.safeParse({ step: 'check', chosen: { by: 'ids', ids }, en, hi: 'नमस्ते' });
    expect(read('Dear {company}').success).toBe(true);
    expect(read('Dear {name}').error!.issues).toMatchObject([{ path: ['en'], message: 'mailing.placeholder' }]);
    expect(read('').error!.issues).toMatchObject([{ path: ['en'], message: 'conversation.empty' }]);
  });

  test('nothing starts if there are other recipients than the check found, and the same request starts once', async () => {
    const [{ ids }, other] = [await adoptionsOf(1), await adoptionsOf(1)];
    const digestFor = async (chosen: string[]) => {
      const found = await chosenRecipients(admin.scope, 'adoptions', { by: 'ids', ids: chosen }, TEXTS);
      return found.ok ? digestOf(found, TEXTS) : '';
    };
    const body = { step: 'start' as const, chosen: { by: 'ids' as const, ids }, ...TEXTS, reason: 'News' };
    const id = randomUUID();
    // More of them, and as many others: a filter finds somebody else by now.
    for (const chosen of [[...ids, ...other.ids], other.ids])
      expect(
        await startMailing(admin.scope, 'adoptions', { ...body, id, digest: await digestFor(chosen) }),
      ).toMatchObject({ code: 'mailing.changed' });
    const digest = await digestFor(ids);
    expect(await startMailing(admin.scope, 'adoptions', { ...body, id, digest, en: 'Another' })).toMatchObject({
      code: 'mailing.changed',
    });
    for (let time = 0; time < 2; time++)
      expect(await startMailing(admin.scope, 'adoptions', { ...body, id, digest })).toMatchObject({ ok: true });
    expect(await runMailings()).toBe(1);
    expect(await sql()`select from mailings`).toHaveLength(1);
  });
});

describe('while a message to many goes out', () => {
  const many = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => adoptionsOf(1)))).flatMap((one) => one.ids);

  test('no more e-mails wait in the queue than it has room for', async () => {
    const ids = await many(1);
    await sql()`
      insert into outbound_messages (billing_id, kind) select ${ids[0]!}, 'letter' from generate_series(1, ${MAX_QUEUED_LETTERS})`;
    await start(ids);
    expect(await runMailings()).toBe(0);
    await sql()`update outbound_messages set sent_at = now()`;
    expect(await runMailings()).toBe(1);
  });

  test('stopped half way, what was not sent is not sent; continued, everybody has it once', async () => {
    const ids = await many(12);
    const id = await start(ids);
    expect(await runMailings()).toBe(12);
    await sql()`update mailings set ended_at = null`;
    const sent: Message[] = [];
    await sendDueMessages(5, undefined, transport(sent));
    expect(await actOnMailing(admin.scope, 'adoptions', id, { action: 'stop', reason: 'A mistake' })).toEqual({
      ok: true,
    });
    expect(await stateOf(id)).toMatchObject({ recipients: 12, written: 5, waiting: 7, stoppedAt: expect.any(Date) });
    expect(await sql()`select from conversation_messages where mailing_id = ${id}`).toHaveLength(5);
    expect(await runMailings()).toBe(0);
    await sendDueMessages(50, undefined, transport(sent));
    expect(sent).toHaveLength(5);
    expect(await actOnMailing(admin.scope, 'adoptions', id, { action: 'stop', reason: 'A mistake' })).toMatchObject({
      code: 'mailing.over',
    });
    expect(await actOnMailing(admin.scope, 'offices', id, { action: 'continue', reason: 'No' })).toMatchObject({
      code: 'mailing.not_found',
    });
    expect(await actOnMailing(admin.scope, 'adoptions', id, { action: 'continue', reason: 'It was none' })).toEqual({
      ok: true,
    });
    expect(await runMailings()).toBe(7);
    await sendDueMessages(50, undefined, transport(sent));
    expect(new Set(sent.map(({ to }) => to)).size).toBe(12);
    expect(sent).toHaveLength(12);
    expect(await sql()`select from conversation_messages where mailing_id = ${id}`).toHaveLength(12);
  });

  test('it rests once its administrator may not write any more, and another one continues it', async () => {
    const other = await makeAdmin({ role: 'finance' });
    const id = await start(await many(2), other);
    await sql()`update admins set role = 'viewer' where id = ${other.adminId}`;
    expect(await runMailings()).toBe(0);
    expect(await stateOf(id)).toMatchObject({ mayRun: false, waiting: 2 });
    expect(await actOnMailing(admin.scope, 'adoptions', id, { action: 'continue', reason: 'Taken over' })).toEqual({
      ok: true,
    });
    expect(await runMailings()).toBe(2);
  });

  test('whose address was corrected gets an own e-mail there, and whose account was deleted none', async () => {
    const [pair, erased] = [await adoptionsOf(2), await adoptionsOf(1)];
    await start([...pair.ids, ...erased.ids]);
    await sql()`update billings set sponsor = sponsor || '{"email": "new@narmada.example"}' where id = ${pair.ids[1]!}`;
    await sql()`update billings set sponsor = sponsor || '{"email": ""}' where id = ${erased.ids[0]!}`;
    expect(await runMailings()).toBe(2);
    expect((await letters()).map(({ billing_id }) => billing_id).toSorted()).toEqual(pair.ids.toSorted());
  });

  /** Runs it in two processes at once, whose connections are killed now and then. @returns how often each adoption was written to */
  async function runUnderKills(ids: readonly string[]): Promise<number[]> {
    const runner = async ({ db: database }: typeof first) => {
      for (let idle = 0; idle < 3;)
        try {
          if ((await runMailings(database, () => true)) === 0) idle += 1;
        } catch {
          // Its connection was killed.
        }
    };
    let [isOver, kills] = [false, 0];
    const killer = (async () => {
      while (!isOver) {
        const killed = await sql()`
          select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction' and random() < 0.3`;
        kills += killed.length;
        await new Promise((resolve) => setTimeout(resolve, 15));
      }
    })();
    await Promise.all([runner(first), runner(second), runner(first), runner(second)]);
    isOver = true;
    await killer;
    expect(kills).toBeGreaterThan(0);
    const written = await letters();
    return ids.map((id) => written.filter(({ billing_id }) => billing_id === id).length);
  }

  test('under two runners and kills each recipient has exactly one e-mail', async () => {
    const ids = await many(60);
    const id = await start(ids);
    expect(new Set(await runUnderKills(ids))).toEqual(new Set([1]));
    expect(await stateOf(id)).toMatchObject({ written: 60, waiting: 0 });
    expect(await sql()`select from conversation_messages where mailing_id = ${id}`).toHaveLength(60);
  });

  test('without the lock two runners write to the same recipient', async () => {
    const ids = await many(1);
    await start(ids);
    const both = await withoutGuards([[/ for update of "mailing_recipients" skip locked/]], () =>
      writeTogether(
        'outbound_messages',
        () => [first, second].map(({ db: database }) => runMailings(database, () => true)),
        'outbound_messages',
      ),
    );
    expect(both).toEqual([1, 1]);
    expect(await letters()).toHaveLength(2);
  });
});

test('messages to many are deleted some time after their end; the conversations keep theirs', async () => {
  const { ids } = await adoptionsOf(1);
  const id = await start(ids);
  await runMailings();
  await sql()`update mailings set ended_at = now() - interval '91 days'`;
  expect(await purgeMailings()).toBe(1);
  expect(await sql()`select from mailing_recipients where mailing_id = ${id}`).toHaveLength(0);
  expect(await sql()`select from conversation_messages where billing_id = ${ids[0]!}`).toHaveLength(1);
});
