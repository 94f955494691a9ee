import { beforeAll, describe, expect, test } from 'vitest';
import { db, sql } from '@/db/client';
import type { GuestScope } from '@/lib/adoption/core/access';
import { readAdoption } from '@/lib/adoption/read/detail-queries';
import { saveCompany } from '@/lib/company/mutations';
import { readCompany } from '@/lib/company/queries';
import { NO_COMPANY } from '@/lib/company/rules';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount, type SponsorAccount } from '@/testing/db/identity';
import { waitForLocks } from '@/testing/db/locks';
import { issuePaper, reissueDuePapers, savePaperDetails } from './mutations';

useTestDatabase();
let course: CourseRow;
beforeAll(async () => {
  course = await makeCourse({ totalSeats: 10_000 });
});

/** A pledge with a proforma. */
async function pledge({ userId }: { userId: string }): Promise<string> {
  const { id } = await insertAdoption(sql(), { userId, state: 'pledged', lines: [{ course, seats: 1 }] });
  await issuePaper({ kind: 'proforma', billingId: id, source: id });
  return id;
}

/** An account whose e-mail is confirmed, and what a guest with the same e-mail adopted. */
async function makeBoth() {
  const account = await makeSponsorAccount();
  await sql()`update users set email_verified_at = now() where id = ${account.userId}`;
  const [guest] = await sql()<[{ id: string }]>`
    insert into users (kind, full_name, designation, email, phone_number, company_name)
    select 'guest', full_name, designation, email, phone_number, company_name from users where id = ${account.userId} returning id`;
  const id = await pledge({ userId: guest.id });
  await sql()`
    update billings set verified_channel = 'email', sponsor = sponsor || jsonb_build_object('email', ${account.email}::text) where id = ${id}`;
  return { account, guestsId: id, guest: { billingId: id } as unknown as GuestScope };
}

/** The legal names on the papers of an adoption, in order. */
const names = async (billingId: string) =>
  (
    await sql()<{ name: string | null }[]>`
      select data->'details'->>'legal_name' as name from papers where billing_id = ${billingId} order by revision`
  ).map(({ name }) => name);
const longAgo = ({ userId }: SponsorAccount) =>
  sql()`update companies set updated_at = now() - interval '2 minutes' where owner_id = ${userId}`;
const isDue = async ({ userId }: SponsorAccount) =>
  (await sql()<{ due: boolean }[]>`select papers_due as due from companies where owner_id = ${userId}`)[0]!.due;

describe('the record of an account', () => {
  test('changed at an adoption: its papers at once, those of the others by the job, each once', async () => {
    const account = await makeSponsorAccount();
    const [first, second] = [await pledge(account), await pledge(account)];
    const stranger = await pledge(await makeSponsorAccount());
    await savePaperDetails(account.scope, first, { legal_name: 'Works Limited', purchase_order: 'PO-1' });
    expect([await names(first), await names(second)]).toEqual([[null, 'Works Limited'], [null]]);
    expect(await reissueDuePapers(db())).toBe(1);
    expect(await names(second)).toEqual([null, 'Works Limited']);
    // The number of the order is of the first alone, and the job has nothing to do a second time.
    const [paper] =
      await sql()`select data->'details' as details from papers where billing_id = ${second} and revision = 2`;
    expect(paper).toEqual({ details: { legal_name: 'Works Limited' } });
    expect([await reissueDuePapers(db()), await isDue(account)]).toEqual([0, true]);
    await longAgo(account);
    expect([await reissueDuePapers(db()), await isDue(account)]).toEqual([0, false]);
    expect(await names(stranger)).toEqual([null]);
  });

  test('changed in the profile: the job issues papers again; without time it goes on in the next run', async () => {
    const account = await makeSponsorAccount();
    const id = await pledge(account);
    expect(await saveCompany(account.scope, { legal_name: 'Works Limited', plants: ['Dewas'], version: 0 })).toBe(1);
    expect(await reissueDuePapers(db(), () => false)).toBe(0);
    await longAgo(account);
    expect([await names(id), await reissueDuePapers(db()), await names(id)]).toEqual([
      [null],
      1,
      [null, 'Works Limited'],
    ]);
    // What papers do not show makes no new one.
    await saveCompany(account.scope, {
      legal_name: 'Works Limited',
      plants: ['Indore'],
      papers_email: 'p@w.example',
      version: 1,
    });
    expect([await reissueDuePapers(db()), await names(id)]).toEqual([0, [null, 'Works Limited']]);
  });

  test('a paper of before that has empty details is not another one', async () => {
    const account = await makeSponsorAccount();
    const id = await pledge(account);
    await sql()`alter table papers disable trigger papers_only_grow`;
    await sql()`update papers set data = data || '{"details": {}}' where billing_id = ${id}`;
    await sql()`alter table papers enable trigger papers_only_grow`;
    await issuePaper({ kind: 'proforma', billingId: id, source: id });
    expect(await names(id)).toHaveLength(1);
  });

  test('a company that was never given has no record, also after empty fields were saved', async () => {
    const account = await makeSponsorAccount();
    await savePaperDetails(account.scope, await pledge(account), { legal_name: '', pan: '', plants: [], version: 0 });
    expect(await sql()`select from companies where owner_id = ${account.userId}`).toHaveLength(0);
  });

  test('security 75: changes are counted for the account, not for each of its adoptions', async () => {
    const account = await makeSponsorAccount();
    const [first, second] = [await pledge(account), await pledge(account)];
    for (let at = 0; at < 10; at++)
      await savePaperDetails(account.scope, at % 2 ? first : second, { legal_name: `Works ${at}` });
    const refused = { status: 429, code: 'paper.too_many' };
    await expect(savePaperDetails(account.scope, first, { legal_name: 'Works' })).rejects.toMatchObject(refused);
    await expect(saveCompany(account.scope, { legal_name: 'Works', version: 10 })).rejects.toMatchObject(refused);
    // The number of an order is counted for its adoption.
    await savePaperDetails(account.scope, first, { legal_name: 'Works 9', purchase_order: 'PO-1' });
  });
});

describe('two people save at once', () => {
  const both = async (version: number | undefined) => {
    const account = await makeSponsorAccount();
    const colleague = await makeSponsorAccount({}, { of: account, role: 'pay' });
    const [first, second] = [await pledge(account), await pledge(account)];
    if (version !== 0) await saveCompany(account.scope, { legal_name: 'Before', version: 0 });
    let saving: Promise<PromiseSettledResult<unknown>[]> | undefined;
    await sql().begin(async (held) => {
      await held`lock table companies in share row exclusive mode`;
      saving = Promise.allSettled([
        savePaperDetails(account.scope, first, { legal_name: 'Of the owner', version }),
        savePaperDetails(colleague.scope, second, { legal_name: 'Of the colleague', version }),
      ]);
      await waitForLocks(sql(), 2, 'companies');
    });
    const done = await saving!;
    const events = await sql()<{ person: string }[]>`
      select person from billing_events where billing_id in (${first}, ${second}) and event = 'paper_details'`;
    return { account, done, events };
  };

  test.each([0, 1])(
    'who has read version %i: one is stored, the other is refused and changes nothing',
    async (version) => {
      const { account, done, events } = await both(version);
      const refused = done.filter(({ status }) => status === 'rejected');
      expect(refused).toMatchObject([{ reason: { status: 409, code: 'company.changed' } }]);
      const stored = await readCompany(account.scope);
      const ofOwner = done[0]!.status === 'fulfilled';
      expect(stored).toMatchObject({ legal_name: ofOwner ? 'Of the owner' : 'Of the colleague', version: version + 1 });
      expect(events).toHaveLength(1);
      const [record] = await sql()`select updated_by from companies where owner_id = ${account.userId}`;
      expect(record).toEqual({ updated_by: events[0]!.person });
    },
  );

  test('with clients that name no version: both are stored in turn, and both are in the history', async () => {
    const { account, done, events } = await both(undefined);
    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await readCompany(account.scope)).toMatchObject({ version: 3 });
    expect(new Set(events.map(({ person }) => person)).size).toBe(2);
  });
});

describe('security 173: a guest with a code for one adoption', () => {
  test('never changes the record of an account, also of an adoption that has it', async () => {
    const { account, guest, guestsId } = await makeBoth();
    const own = await pledge(account);
    await savePaperDetails(account.scope, guestsId, { legal_name: 'Of the account', pan: 'AAACN1234P' });
    expect((await readAdoption(guest, guestsId))!.companyDetails).toMatchObject({ legal_name: 'Of the account' });
    await savePaperDetails(guest, guestsId, { legal_name: 'Of the guest' });
    await reissueDuePapers(db());
    expect(await readCompany(account.scope)).toMatchObject({ legal_name: 'Of the account', version: 1 });
    expect((await names(own)).at(-1)).toBe('Of the account');
    expect((await names(guestsId)).at(-1)).toBe('Of the guest');
    // The account takes it back, and nothing of the guest's record is left.
    await savePaperDetails(account.scope, guestsId, { legal_name: 'Of the account', pan: 'AAACN1234P' });
    expect((await names(guestsId)).at(-1)).toBe('Of the account');
    expect(await sql()`select from companies where legal_name = 'Of the guest'`).toHaveLength(0);
  });

  test('has a record of its own, which begins the form of an account that has none', async () => {
    const { account, guest, guestsId } = await makeBoth();
    await savePaperDetails(guest, guestsId, { legal_name: 'Of the guest', version: 0 });
    await savePaperDetails(guest, guestsId, { legal_name: 'Of the guest', cin: 'AAA-1234', version: 1 });
    expect(await readCompany(account.scope)).toEqual(NO_COMPANY);
    expect((await readAdoption(account.scope, guestsId))!.companyDetails).toMatchObject({
      cin: 'AAA-1234',
      version: 0,
    });
    await savePaperDetails(account.scope, guestsId, { legal_name: 'Of the account', version: 0 });
    expect(await readCompany(account.scope)).toMatchObject({ legal_name: 'Of the account', cin: '' });
  });
});
