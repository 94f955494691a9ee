import { describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { countAttention, listAttention } from '@/lib/admin/attention/queries';
import { deleteAccount } from '@/lib/operation/privacy/delete-account';
import { removeColleague } from '@/lib/company/people/colleagues';
import { MESSAGES_WRITTEN } from '@/lib/platform/limits';
import { makeAdmin } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { withoutGuards } from '@/testing/db/guards';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { writeTogether } from '@/testing/db/queue-up';
import { makeOffice } from '@/testing/db/offices';
import { writeSchema } from './schema';
import { endConversation, writeAsOffice, writeAsSponsor, writeToOffice, writeToSponsor } from './mutations';
import {
  readAdoptionConversation,
  readConversationsOfOffice,
  readOfficeConversation,
  readOwnConversation,
} from './queries';

useTestDatabase();

/** A paid adoption of a new sponsor, and an administrator. */
async function start() {
  const [owner, admin] = [await makeSponsorAccount(), await makeAdmin()];
  const lines = [{ course: await makeCourse(), seats: 1 }];
  const { id: billingId, reference } = await insertAdoption(sql(), { userId: owner.userId, state: 'completed', lines });
  const own = () => readOwnConversation(owner.scope, billingId);
  return { owner, admin, billingId, reference, own, last: async () => (await own()).last };
}
const letters = (billingId: string) =>
  sql()<{ kind: string; detail: { text: string; person?: string } }[]>`
    select kind, detail from outbound_messages where billing_id = ${billingId} order by detail ->> 'person' nulls first`;

describe('the conversation of an adoption', () => {
  test('both sides see the same messages, the sponsor no name of an administrator', async () => {
    const { owner, admin, billingId, reference, own, last } = await start();
    const colleague = await makeSponsorAccount({}, { of: owner, role: 'adopt' });
    const before = (await countAttention(admin.scope)).conversation;
    expect(await writeAsSponsor(colleague.scope, billingId, { message: 'Which\nstudents?', last: null })).toEqual({
      ok: true,
    });
    expect((await countAttention(admin.scope)).conversation).toBe(before + 1);
    expect(await listAttention(admin.scope, { kind: 'conversation' }, { page: 1, size: 50 })).toContainEqual(
      expect.objectContaining({ reference, value: 1, note: 'Which\nstudents?' }),
    );
    expect(
      await writeToSponsor(admin.scope, reference, { message: 'Those of the first year', last: await last() }),
    ).toEqual({ ok: true });
    expect((await countAttention(admin.scope)).conversation).toBe(before);
    const shown = (await own()).messages.map(({ side, who, text, isOpen }) => ({ side, who, text, isOpen }));
    const name = expect.stringContaining(`(${colleague.email})`);
    expect(shown).toEqual([
      { side: 'sponsor', who: name, text: 'Which\nstudents?', isOpen: false },
      { side: 'department', who: null, text: 'Those of the first year', isOpen: false },
    ]);
    const seen = await readAdoptionConversation(admin.scope, billingId, 'Asha');
    expect(seen.messages.map(({ who }) => who)).toEqual([name, admin.username]);
    // The contact of the adoption, and the colleague who had asked.
    expect((await letters(billingId)).map(({ detail }) => detail)).toEqual([
      { text: 'Those of the first year' },
      { text: 'Those of the first year', person: colleague.userId },
    ]);
    const entries = await sql()`select action, after::text as after from audit_log where subject = ${billingId}`;
    expect(entries).toContainEqual({ action: 'conversation.written', after: expect.stringContaining(reference) });
    expect(JSON.stringify(entries)).not.toContain('first year');
  });

  test('others are told that there is no such adoption, and read nothing', async () => {
    const { owner, billingId } = await start();
    await writeAsSponsor(owner.scope, billingId, { message: 'Hello', last: null });
    const other = await makeSponsorAccount();
    const { last } = await readOwnConversation(owner.scope, billingId);
    expect(await writeAsSponsor(other.scope, billingId, { message: 'Hello', last })).toMatchObject({
      code: 'own_adoption.not_found',
    });
    expect(await readOwnConversation(other.scope, billingId)).toEqual({ messages: [], last: null });
  });

  test('requests for a change of before stand in it, with their answers', async () => {
    const { admin, billingId, own } = await start();
    await sql()`
      insert into change_requests (billing_id, kind, reason, requested_at, state, answer, decided_by, decided_at)
      values (${billingId}, 'wish', 'One seat less', now() - interval '2 days', 'declined', 'It is too late', ${admin.adminId}, now())`;
    expect((await own()).messages.map(({ side, text }) => [side, text])).toEqual([
      ['sponsor', 'One seat less'],
      ['department', 'It is too late'],
    ]);
    expect((await own()).last).toBeNull();
  });

  test('of two answers at the same moment one is refused, and does not go out', async () => {
    const { owner, admin, billingId, reference, last } = await start();
    await writeAsSponsor(owner.scope, billingId, { message: 'When?', last: null });
    const seen = await last();
    const second = await makeAdmin();
    const answer = (scope: typeof admin.scope) =>
      writeToSponsor(scope, reference, { message: 'Tomorrow', last: seen }).then((done) =>
        done.ok ? 'sent' : done.code,
      );
    const both = () => Promise.all([answer(admin.scope), answer(second.scope)]);
    expect((await both()).toSorted()).toEqual(['conversation.changed', 'sent']);
    expect(await letters(billingId)).toHaveLength(1);
  });

  test('without the lock both answers go out', async () => {
    const { owner, admin, billingId, reference, last } = await start();
    await writeAsSponsor(owner.scope, billingId, { message: 'When?', last: null });
    const seen = await last();
    const second = await makeAdmin();
    const answers = await withoutGuards(
      [['"billings"."reference" = $1 for no key update of "billings"', '"billings"."reference" = $1']],
      () =>
        writeTogether(
          'conversation_messages',
          () =>
            [admin, second].map(({ scope }) => writeToSponsor(scope, reference, { message: 'Tomorrow', last: seen })),
          'conversation_messages',
        ),
    );
    expect(answers).toEqual([{ ok: true }, { ok: true }]);
    expect(await letters(billingId)).toHaveLength(2);
  });

  test('what needs no answer goes away, with the reason in the log; a newer message stays', async () => {
    const { owner, admin, billingId, last } = await start();
    const before = (await countAttention(admin.scope)).conversation;
    await writeAsSponsor(owner.scope, billingId, { message: 'Thank you', last: null });
    const id = (await last())!;
    await writeAsSponsor(owner.scope, billingId, { message: 'One question more', last: id });
    expect(await endConversation(admin.scope, 'sponsor', id, 'A thank you')).toEqual({ ok: true });
    expect((await countAttention(admin.scope)).conversation).toBe(before + 1);
    expect(await endConversation(admin.scope, 'sponsor', id, 'A thank you')).toMatchObject({
      code: 'conversation.answered',
    });
    expect(await endConversation(admin.scope, 'sponsor', (await last())!, 'By phone')).toEqual({ ok: true });
    expect((await countAttention(admin.scope)).conversation).toBe(before);
    expect(
      await sql()`select after ->> 'reason' as reason from audit_log where action = 'conversation.ended' and subject = ${billingId}`,
    ).toEqual([{ reason: 'A thank you' }, { reason: 'By phone' }]);
  });

  test('security 179: a sponsor writes so many messages about an adoption', async () => {
    const { owner, billingId, last } = await start();
    for (let n = 0; n < MESSAGES_WRITTEN.points; n++)
      expect(await writeAsSponsor(owner.scope, billingId, { message: `${n}`, last: await last() })).toEqual({
        ok: true,
      });
    expect(await writeAsSponsor(owner.scope, billingId, { message: 'More', last: await last() })).toMatchObject({
      code: 'request.too_many',
    });
  });

  test('an account that is deleted takes the texts with it, a removed colleague the own ones', async () => {
    const { owner, admin, billingId, reference, own, last } = await start();
    const colleague = await makeSponsorAccount({}, { of: owner, role: 'adopt' });
    await writeAsSponsor(colleague.scope, billingId, { message: 'I am on leave', last: null });
    await writeAsSponsor(owner.scope, billingId, { message: 'We moved', last: await last() });
    await writeToSponsor(admin.scope, reference, { message: 'Dear Asha', last: await last() });
    await writeAsSponsor(colleague.scope, billingId, { message: 'Still on leave', last: await last() });
    expect(await removeColleague(owner.scope, colleague.userId)).toBe(true);
    expect((await own()).messages.map(({ text }) => text)).toEqual(['', 'We moved', 'Dear Asha', '']);
    expect(await deleteAccount(owner.scope, owner.password, '198.51.100.250', 'en')).toEqual({ ok: true });
    const stored = await sql()`select text, person from conversation_messages where billing_id = ${billingId}`;
    expect(stored).toEqual(Array.from({ length: 4 }, () => ({ text: '', person: null })));
    const seen = await readAdoptionConversation(admin.scope, billingId, '');
    expect(seen.messages.every(({ isOpen }) => !isOpen)).toBe(true);
    expect(await writeToSponsor(admin.scope, reference, { message: 'Hello?', last: seen.last })).toMatchObject({
      code: 'conversation.no_address',
    });
  });
});

describe('the conversation with the office of an institute', () => {
  test('goes to its heads and back, and is no business of other offices or clerks', async () => {
    const admin = await makeAdmin();
    const head = await makeOffice();
    const instituteId = head.scope.institutes[0]!.id;
    const clerk = await makeOffice({ role: 'clerk', instituteIds: [instituteId] });
    const other = await makeOffice();
    expect(await writeToOffice(admin.scope, instituteId, { message: 'Where is the report?', last: null })).toEqual({
      ok: true,
    });
    const sent = await sql()`
      select recipient, detail ->> 'text' as text from outbound_messages where kind = 'office_letter' and recipient in (${head.username}, ${clerk.username})`;
    expect(sent).toEqual([{ recipient: head.username, text: 'Where is the report?' }]);
    const { last } = (await readConversationsOfOffice(head.scope)).get(instituteId)!;
    expect((await readConversationsOfOffice(other.scope)).get(instituteId)).toBeUndefined();
    expect(await writeAsOffice(other.scope, instituteId, { message: 'Hello', last })).toMatchObject({
      code: 'admin.not_found',
    });
    await expect(writeAsOffice(clerk.scope, instituteId, { message: 'Hello', last })).rejects.toMatchObject({
      code: 'admin.session_ended',
    });
    const before = (await countAttention(admin.scope)).conversation;
    expect(await writeAsOffice(head.scope, instituteId, { message: 'On Monday', last })).toEqual({ ok: true });
    expect((await countAttention(admin.scope)).conversation).toBe(before + 1);
    const seen = await readOfficeConversation(admin.scope, instituteId);
    expect(seen.messages.map(({ who, text }) => [who, text])).toEqual([
      [admin.username, 'Where is the report?'],
      [head.username, 'On Monday'],
    ]);
    const shown = (await readConversationsOfOffice(head.scope)).get(instituteId)!;
    expect(shown.messages.map(({ who }) => who)).toEqual([null, head.username]);
    expect(await endConversation(admin.scope, 'sponsor', seen.last!, 'Not this')).toMatchObject({
      code: 'conversation.not_found',
    });
    const finance = await makeAdmin({ role: 'finance' });
    await expect(endConversation(finance.scope, 'office', seen.last!, 'Not mine')).rejects.toMatchObject({
      code: 'admin.session_ended',
    });
  });

  test('an institute without a head has nobody to write to', async () => {
    const [admin, clerk] = [await makeAdmin(), await makeOffice({ role: 'clerk' })];
    const written = { message: 'Hello', last: null };
    expect(await writeToOffice(admin.scope, clerk.scope.institutes[0]!.id, written)).toMatchObject({
      code: 'conversation.no_office',
    });
  });
});

test('odd text loses what nobody sees and what reorders others, and keeps its lines', () => {
  const tidied = (message: string) => writeSchema.safeParse({ message, last: null }).data?.message;
  expect(tidied('a\u202Eb\u200Fc\u2066d')).toBe('abcd');
  expect(tidied(' One\r\nTwo\rThree\u2028Four\u0000\u0007 \uD800')).toBe('One\nTwo\nThree\nFour');
  expect(tidied('क्षमा\n\nشكرا <b> https://evil.example')).toBe('क्षमा\n\nشكرا <b> https://evil.example');
  expect(tidied('\u200B\u0000 \n')).toBeUndefined();
});
