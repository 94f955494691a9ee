import { beforeAll, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { cancelPledge } from '@/lib/admin/adoptions/mutations';
import { pledgeSeats } from '@/lib/adoption/take/mutations';
import type { Sponsor } from '@/lib/adoption/core/schema';
import { findMessageProblems } from '@/scripts/lib/books';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { makeSponsor, prepareAdoption } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeWaitingRequest } from '@/testing/db/waiting';
import { checkErasure, eraseGuest } from './erase-guest';

useTestDatabase();
let admin: AdminAccount;
beforeAll(async () => {
  admin = await makeAdmin({ role: 'finance' });
});

const REASON = 'Asked by letter';

/** A guest's adoption. */
async function adopt(sponsor: Sponsor) {
  const { subject, code, billingId } = await prepareAdoption([{ course: await makeCourse(), seats: 2 }], sponsor);
  const pledge = await pledgeSeats(subject, code);
  if (!pledge.ok) throw new Error(pledge.code);
  return { reference: pledge.reference, billingId, userId: subject.userId! };
}

async function adoptAndCancel(sponsor: Sponsor) {
  const adoption = await adopt(sponsor);
  await cancelPledge(adoption.reference, REASON);
  return adoption;
}

const erase = (reference: string, adoptions: string[]) =>
  eraseGuest(admin.scope, reference, { adoptions, reason: REASON });

/** Issued papers never change; the daily purge deletes counters without seats. */
const KEPT = ['papers', 'unpaid_seats'];

/** The tables in which a text is found, without those. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await sql()<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const rows =
      await sql()`select from ${sql()(name)} t where strpos(lower(to_jsonb(t)::text), lower(${text})) > 0 limit 1`;
    if (rows.length > 0 && !KEPT.includes(name)) found.push(name);
  }
  return found;
}

test('a guest is erased in all adoptions of the proven address; papers, seats and money stay, and the address is told', async () => {
  const sponsor = makeSponsor({
    fullName: 'Meenakshi Vardhan',
    email: 'meenakshi@vardhan.example',
    phone: '9812345678',
  });
  const first = await adoptAndCancel(sponsor);
  const second = await adoptAndCancel({ ...sponsor, phone: '9812345679' });
  await makeWaitingRequest({ email: sponsor.email, course: await makeCourse() });
  const before = await sql()`select id, state, total_paise, verified_at from billings order by id`;

  const checked = await checkErasure(admin.scope, first.reference);
  const references = [first.reference, second.reference].sort();
  expect(checked).toMatchObject({ ok: true, erasure: { adoptions: references } });
  expect(await erase(first.reference, [first.reference])).toEqual({ ok: false, code: 'guest.changed' });
  expect(await erase(first.reference, references)).toEqual({ ok: true });
  // The e-mails of its adoptions that were not sent are no gap.
  expect(await findMessageProblems()).toEqual([]);

  for (const text of [sponsor.fullName, '9812345678', '9812345679']) expect(await tablesWith(text)).toEqual([]);
  expect(await tablesWith(sponsor.email)).toEqual(['outbound_messages']);
  expect(await sql()`select kind, recipient, locale from outbound_messages where recipient is not null`).toEqual([
    { kind: 'guest_erased', recipient: sponsor.email, locale: 'en' },
  ]);
  expect(await sql()`select id, state, total_paise, verified_at from billings order by id`).toEqual(before);
  expect(await sql()`select sponsor->>'company' as company from billings`).toEqual([
    { company: sponsor.company },
    { company: sponsor.company },
  ]);
  expect(await sql()`select actor, after from audit_log where action = 'guest.erased'`).toEqual([
    { actor: admin.username, after: { reference: first.reference, adoptions: 2, reason: REASON } },
  ]);
  expect(await checkErasure(admin.scope, second.reference)).toEqual({ ok: false, code: 'guest.none' });
});

test('not while seats are unpaid or money is open, and not the adoption of an account', async () => {
  const { reference, billingId } = await adopt(makeSponsor());
  expect(await checkErasure(admin.scope, reference)).toEqual({ ok: false, code: 'guest.unpaid' });
  expect(await erase(reference, [reference])).toEqual({ ok: false, code: 'guest.unpaid' });
  await cancelPledge(reference, REASON);
  await sql()`update billings set received_paise = 100 where id = ${billingId}`;
  expect(await erase(reference, [reference])).toEqual({ ok: false, code: 'guest.refund' });
  expect(await checkErasure(admin.scope, 'SA-NOBODY')).toEqual({ ok: false, code: 'guest.none' });

  const account = await makeSponsorAccount();
  await sql()`update users set email_verified_at = now() where id = ${account.userId}`;
  const own = await adoptAndCancel(makeSponsor({ email: account.email }));
  expect(await checkErasure(admin.scope, own.reference)).toEqual({ ok: false, code: 'guest.none' });
});

test('a draft that a stranger began with the address goes as well, and is not named', async () => {
  const sponsor = makeSponsor();
  const adoption = await adoptAndCancel(sponsor);
  const draft = await prepareAdoption([{ course: await makeCourse(), seats: 1 }], sponsor);
  expect(await erase(adoption.reference, [adoption.reference])).toEqual({ ok: true });
  expect(await sql()`select id from billings where id = ${draft.billingId}`).toEqual([]);
});
