import { describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { readAdoption as readForAdmin } from '@/lib/admin/adoptions/queries';
import { consentValues } from '@/lib/adoption/core/consent-rules';
import { decideEntry } from '@/lib/entries/mutations';
import { makeAdmin } from '@/testing/db/admin';
import { makeSponsor, prepareAdoption, prepareHold } from '@/testing/db/adoption';
import { insertAdoption } from '@/testing/db/adoptions';
import { useClient, useTestDatabase } from '@/testing/db/database';
import { enter, makeEntry } from '@/testing/db/entries';
import { makeCourse } from '@/testing/db/factories';
import { withoutGuards } from '@/testing/db/guards';
import { makeSponsorAccount } from '@/testing/db/identity';
import { holdSeats, pledgeSeats } from './mutations';

useTestDatabase();
/** Two pools, as two instances of the app have. */
const clients = [useClient(10), useClient(10)] as const;

const seats = async (count = 1) => [{ course: await makeCourse(), seats: count }];
const consentsOf = (billingId: string) =>
  sql()<{ locale: string; channel: string; same: boolean; terms: string }[]>`
    select c.locale, c.channel, c.at = b.verified_at as same, to_char(c.terms_since at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as terms
      from consents c join billings b on b.id = c.billing_id where c.billing_id = ${billingId}`;

describe('what a sponsor agreed to is written with the adoption', () => {
  test('by a code, with its language, channel and time; the adoption page says it', async () => {
    const { subject, code, billingId } = await prepareAdoption(await seats(), makeSponsor());
    expect(await consentsOf(billingId)).toEqual([]);
    expect(await pledgeSeats({ ...subject, draftId: billingId }, '000000')).toMatchObject({ ok: false });
    expect(await consentsOf(billingId)).toEqual([]);
    await pledgeSeats({ ...subject, draftId: billingId }, code, undefined, null, { locale: 'hi' });
    expect(await consentsOf(billingId)).toMatchObject([{ locale: 'hi', channel: 'email', same: true }]);
    const [row] = await sql()<{ reference: string }[]>`select reference from billings where id = ${billingId}`;
    const { consent } = (await readForAdmin((await makeAdmin()).scope, row!.reference))!;
    expect(consent).toMatchObject({ language: 'hi', channel: 'email', terms: '2026-11-28' });
    expect(consentValues(consent!, 'en').terms).toBe('28 November 2026');
  });

  test('the day is that of the settings once they are newer than the text of the software', async () => {
    await sql()`insert into settings ("group", value, updated_at) values ('terms', '{}', '2027-01-15T10:00:00+05:30'), ('privacy', '{}', '2027-01-20T10:00:00+05:30')`;
    const account = await makeSponsorAccount();
    const { code, billingId } = await prepareHold(await seats(), account);
    expect(await holdSeats(account.scope, code, undefined, { draftId: billingId, locale: 'en' })).toMatchObject({
      ok: true,
    });
    await sql()`delete from settings`;
    expect((await readAdoption(account.scope, billingId))!.consent).toMatchObject({
      ...{ terms: '2027-01-15', privacy: '2027-01-20', language: 'en', channel: 'phone' },
    });
  });

  test('on paper by the administrator who confirms the entry', async () => {
    const [first, second] = [await makeAdmin(), await makeAdmin()];
    const entryId = await enter(first.scope, makeEntry(await seats()));
    const confirm = { action: 'confirm', version: 0, reason: 'Compared with the letter' } as const;
    expect(await decideEntry(second.scope, entryId, confirm)).toMatchObject({ ok: true });
    const [entry] = await sql()<
      { billing_id: string }[]
    >`select billing_id from adoption_entries where id = ${entryId}`;
    expect(await consentsOf(entry!.billing_id)).toMatchObject([{ channel: 'paper', same: true }]);
  });

  test('never for adoptions of before: not recorded', async () => {
    const account = await makeSponsorAccount();
    const { id } = await insertAdoption(sql(), { ...account, state: 'completed', lines: await seats() });
    expect((await readAdoption(account.scope, id))!.consent).toBeNull();
  });
});

describe('never missing and never doubled', () => {
  test('the same code 20 times at once, on two instances: one consent', async () => {
    const { subject, code, billingId } = await prepareAdoption(await seats(), makeSponsor());
    const tries = Array.from({ length: 20 }, (_, at) =>
      pledgeSeats({ ...subject, draftId: billingId }, code, clients[at % 2]!.db, null, {
        locale: at % 2 ? 'hi' : 'en',
      }),
    );
    expect((await Promise.all(tries)).every(({ ok }) => ok)).toBe(true);
    expect(await consentsOf(billingId)).toHaveLength(1);
  });

  test('of 20 who want the last 7 seats those who got one have one, and nobody else', async () => {
    const course = await makeCourse({ totalSeats: 7 });
    const prepared = [];
    for (let at = 0; at < 20; at++) prepared.push(await prepareAdoption([{ course, seats: 1 }], makeSponsor()));
    const done = await Promise.all(
      prepared.map(({ subject, code, billingId }, at) =>
        pledgeSeats({ ...subject, draftId: billingId }, code, clients[at % 2]!.db),
      ),
    );
    expect(done.filter(({ ok }) => ok)).toHaveLength(7);
    for (const [at, { billingId }] of prepared.entries())
      expect(await consentsOf(billingId)).toHaveLength(done[at]!.ok ? 1 : 0);
  });

  test('control: without its part of the statement it is missing', async () => {
    const { subject, code, billingId } = await prepareAdoption(await seats(), makeSponsor());
    await withoutGuards([[/(?<=from taken)(?=\),\s*taken_event)/, ' where false']], () =>
      pledgeSeats({ ...subject, draftId: billingId }, code),
    );
    expect(await consentsOf(billingId)).toHaveLength(0);
  });
});
