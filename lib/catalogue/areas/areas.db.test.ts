import { beforeAll, describe, expect, test } from 'vitest';
import { sql as part } from 'drizzle-orm';
import { db, sql } from '@/db/client';
import { editAdmin } from '@/lib/accounts/administrators/mutations';
import { inviteAdmin } from '@/lib/accounts/administrators/password-links';
import { adminOfJob, requireAreaAdmin, type AreaScope } from '@/lib/accounts/administrators/session';
import { closeOfficeAccount, inviteOffices } from '@/lib/accounts/offices/mutations';
import { readAdoption } from '@/lib/admin/adoptions/queries';
import { countAttention, listAttention } from '@/lib/admin/attention/queries';
import { checkMany } from '@/lib/admin/courses/many';
import { changeCourse, describeInstitute } from '@/lib/admin/courses/mutations';
import { cityNames, listAdminCourses, readAdminCourse } from '@/lib/admin/courses/queries';
import { renameInstitute } from '@/lib/admin/institutes/mutations';
import { readInstituteRecord } from '@/lib/admin/institutes/queries';
import { actOnMailing, startMailing } from '@/lib/admin/mailings/mutations';
import { chosenRecipients, digestOf, listMailings } from '@/lib/admin/mailings/queries';
import { countOffices, listInstituteOffices } from '@/lib/admin/offices/queries';
import { refreshReport } from '@/lib/admin/report/mutations';
import { readCell, readDistricts, readReport } from '@/lib/admin/report/queries';
import { CELL_LIST, REPORT_LIST } from '@/lib/admin/report/schema';
import { search } from '@/lib/admin/search/queries';
import { readOfficeConversation } from '@/lib/conversation/queries';
import { writeAsOffice, writeToOffice } from '@/lib/conversation/mutations';
import { listProposals } from '@/lib/proposals/queries';
import { proposeChange, refuseProposals } from '@/lib/proposals/mutations';
import { asAdmin, makeAdmin, makeLimitedAdmin, type AdminAccount } from '@/testing/db/admin';
import { insertAdoption } from '@/testing/db/adoptions';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute, type CourseRow, type InstituteRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeOffice, type OfficeAccount } from '@/testing/db/offices';
import { areaOf, areaText, readArea } from './queries';

useTestDatabase();

type Place = { institute: InstituteRow; course: CourseRow; office: OfficeAccount };
let owner: AdminAccount;
/** Indore and Mhow lie in the district Indore, Bhopal in another one. */
let [indore, mhow, bhopal]: Place[] = [];
let references: Record<'indore' | 'bhopal' | 'both', string>;
const limited: Record<string, AreaScope> = {};

async function makePlace(name: string, city: string): Promise<Place> {
  const institute = await makeInstitute({ name, city });
  const course = await makeCourse({ instituteId: institute.id, city, courseType: 'ITI', totalSeats: 50 });
  return { institute, course, office: await makeOffice({ instituteIds: [institute.id] }) };
}

beforeAll(async () => {
  owner = await makeAdmin();
  indore = await makePlace('Govt ITI Indore', 'Indore');
  mhow = await makePlace('Govt ITI Mhow', 'Mhow');
  bhopal = await makePlace('Govt ITI Bhopal', 'Bhopal');
  const sponsor = await makeSponsorAccount();
  const adopt = async (places: readonly Place[], seats: number) => {
    const lines = places.map(({ course }) => ({ course, seats }));
    const { id } = await insertAdoption(sql(), { userId: sponsor.userId, state: 'completed', lines });
    const [row] = await sql()<{ reference: string }[]>`select reference from billings where id = ${id}`;
    return row!.reference;
  };
  references = {
    indore: await adopt([indore!, mhow!], 2),
    bhopal: await adopt([bhopal!], 3),
    both: await adopt([indore!, bhopal!], 4),
  };
  await sql()`update line_months_progress set upto = '1970-01-01T00:00:00Z'`;
  await refreshReport(undefined, undefined, part`now()`);
  limited.district = (await makeLimitedAdmin({ districts: ['Indore'] })).scope;
  limited.institute = (await makeLimitedAdmin({ institutes: [mhow!.institute.id] })).scope;
  limited.viewer = (
    await makeLimitedAdmin({ districts: ['Bhopal'], institutes: [mhow!.institute.id] }, 'viewer')
  ).scope;
});

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
const CATALOGUE = { sort: 'city', dir: 'asc' } as const;

describe('administrators who are limited to an area read nothing else', () => {
  test.each([
    ['district', () => [indore!, mhow!]],
    ['institute', () => [mhow!]],
    ['viewer', () => [bhopal!, mhow!]],
  ] as const)('%s: catalogue, institutes, offices and search', async (who, placesOf) => {
    const [scope, places] = [limited[who]!, placesOf()];
    const { rows, totals } = await listAdminCourses(scope, CATALOGUE, 1);
    expect(ids(rows)).toEqual(ids(places.map(({ course }) => course)));
    expect(totals.courses).toBe(places.length);
    expect(await cityNames(scope)).toEqual(places.map(({ institute }) => institute.city).toSorted());
    const offices = await listInstituteOffices(scope, {}, 1);
    expect([ids(offices.rows), offices.total]).toEqual([ids(places.map(({ institute }) => institute)), places.length]);
    expect(await countOffices(scope)).toMatchObject({ withOffice: places.length, without: 0 });
    const found = await search(scope, 'Govt ITI');
    expect(found.filter(({ kind }) => kind === 'institute').map(({ name }) => name)).toEqual(
      places.map(({ institute }) => institute.name).toSorted(),
    );
    expect(found.filter(({ kind }) => kind === 'course')).toHaveLength(places.length);
    for (const { institute } of [indore!, mhow!, bhopal!]) {
      const isInside = places.some((place) => place.institute.id === institute.id);
      expect((await readInstituteRecord(scope, institute.id)) !== null, institute.name).toBe(isInside);
    }
    expect(await areaText(scope)).not.toBe('');
  });

  test('an adoption is seen if all of its lines are in the area; people, papers and money are not found', async () => {
    const seen = async (scope: AreaScope) => {
      const all = Object.entries(references).map(async ([name, reference]) =>
        (await readAdoption(scope, reference)) ? name : '',
      );
      return (await Promise.all(all)).filter(Boolean);
    };
    expect(await seen(limited.district!)).toEqual(['indore']);
    expect(await seen(limited.institute!)).toEqual([]);
    expect(await seen(limited.viewer!)).toEqual(['bhopal']);
    expect(await seen(owner.scope)).toEqual(['indore', 'bhopal', 'both']);
    const [{ company, email }] = await sql()<[{ company: string; email: string }]>`
      select sponsor->>'company' as company, sponsor->>'email' as email from billings limit 1`;
    const found = async (scope: AreaScope, q: string) =>
      (await search(scope, q)).map(({ kind, name }) => `${kind} ${name}`).sort();
    expect(await found(limited.district!, company)).toEqual([`adoption ${references.indore}`]);
    expect(await found(limited.district!, references.bhopal)).toEqual([]);
    expect(await found(limited.institute!, email)).toEqual([]);
    expect((await found(owner.scope, email)).length).toBeGreaterThan(3);
  });

  test('the report counts the lines of the area, also of adoptions that have others', async () => {
    const seats = async (scope: AreaScope, rows: 'district' | 'institute' | 'company') => {
      const report = await readReport(scope, REPORT_LIST.schema.parse({ rows }), { page: 1, size: 50 });
      return [report.rows.map(({ name, cells }) => [name, cells.get('')!.seats]), report.sums.get('')!.seats];
    };
    expect(await seats(limited.district!, 'district')).toEqual([[['Indore', 8]], 8]);
    expect(await seats(limited.institute!, 'institute')).toEqual([[['Govt ITI Mhow, Mhow', 2]], 2]);
    expect((await seats(limited.institute!, 'company'))[1]).toBe(2);
    expect((await seats(owner.scope, 'district'))[1]).toBe(15);
    expect(await readDistricts(limited.district!)).toEqual(['Indore']);
    const cell = CELL_LIST.schema.parse({ rows: 'district', figure: 'seats' });
    const listed = await readCell(limited.district!, cell, { page: 1, size: 50 });
    expect([listed.rows.map(({ reference }) => reference).sort(), listed.sum.value]).toEqual([
      [references.indore, references.both].sort(),
      8,
    ]);
    // A district in the address finds nothing outside of the area.
    const elsewhere = REPORT_LIST.schema.parse({ rows: 'district', district: 'Bhopal' });
    expect((await readReport(limited.district!, elsewhere, { page: 1, size: 50 })).rows).toEqual([]);
  });

  test('proposals, messages of offices and what needs attention', async () => {
    for (const { office, course, institute } of [mhow!, bhopal!]) {
      expect(await proposeChange(office.scope, course.id, { total_seats: 60, close: false, note: '' })).toMatchObject({
        ok: true,
      });
      expect(await writeAsOffice(office.scope, institute.id, { message: 'Please call', last: null })).toEqual({
        ok: true,
      });
    }
    const proposed = await listProposals(limited.district!, {}, 1);
    expect([proposed.rows.map(({ city }) => city), proposed.total]).toEqual([['Mhow'], 1]);
    const other = (await listProposals(owner.scope, {}, 1)).rows.find(({ city }) => city === 'Bhopal')!;
    expect(await refuseProposals(limited.district!, [other.id], 'No')).toEqual({
      ok: false,
      code: 'offer_proposal.not_found',
    });
    const counts = await countAttention(limited.district!);
    expect(counts).toMatchObject({ proposal: 1, conversation: 1, over_term: 0 });
    const items = await listAttention(limited.district!, {}, { page: 1, size: 50 });
    expect(items.map(({ kind, company }) => `${kind} ${company}`).sort()).toEqual([
      'conversation Govt ITI Mhow',
      'proposal Govt ITI Mhow',
    ]);
    expect(await listAttention(limited.district!, { kind: 'refund_due' }, { page: 1, size: 50 })).toEqual([]);
    expect((await readOfficeConversation(limited.district!, bhopal!.institute.id)).messages).toEqual([]);
    expect((await readOfficeConversation(limited.district!, mhow!.institute.id)).messages).toHaveLength(1);
  });
});

describe('administrators who are limited to an area change nothing else', () => {
  test('courses, institutes, offices and messages of others are not found', async () => {
    const scope = limited.district!;
    const { course, institute, office } = bhopal!;
    const { version } = await readAdminCourse(course.id, db());
    expect(await changeCourse(scope, course.id, { version, total_seats: 70 })).toEqual({
      ok: false,
      code: 'course.not_found',
    });
    const many = { choice: { by: 'ids' as const, ids: [course.id] }, change: { act: 'close' as const } };
    expect(await checkMany(scope, many)).toEqual({ ok: false, code: 'course.none_chosen' });
    const all = { choice: { by: 'filter', filter: 'type=ITI' }, change: { act: 'close' } } as const;
    expect(await checkMany(scope, all)).toMatchObject({ ok: true, dryRun: { counts: { changed: 2 } } });
    const record = (await readInstituteRecord(owner.scope, institute.id))!;
    const naming = { name: 'Mine', reason: 'Why not', version: record.details.version };
    expect(await renameInstitute(scope, institute.id, naming)).toEqual({ ok: false, code: 'institute.not_found' });
    const { id: _, ...details } = record.details;
    expect(await describeInstitute(scope, institute.id, details)).toEqual({ ok: false, code: 'institute.not_found' });
    expect(await writeToOffice(scope, institute.id, { message: 'Hello', last: null })).toEqual({
      ok: false,
      code: 'institute.not_found',
    });
    const area = (await areaOf(scope))!.institute;
    expect(await closeOfficeAccount(scope, office.adminId, area)).toEqual({ ok: false, code: 'admin.not_found' });
    const invitation = { role: 'head', locale: 'en', check: true } as const;
    const lineOf = (place: Place) => `a@b.example; ${place.institute.name}; ${place.institute.city}`;
    expect(await inviteOffices(scope, { ...invitation, lines: lineOf(bhopal!) }, area)).toMatchObject({ ok: false });
    expect(await inviteOffices(scope, { ...invitation, lines: lineOf(indore!) }, area)).toMatchObject({ ok: true });
  });

  test('in the area they work as others do', async () => {
    const { version } = await readAdminCourse(mhow!.course.id, db());
    expect(await changeCourse(limited.institute!, mhow!.course.id, { version, total_seats: 51 })).toMatchObject({
      ok: true,
    });
  });

  test('a message to many goes to offices of the area, and only its own are seen and stopped', async () => {
    const texts = { en: 'Reports are due', hi: 'रिपोर्ट' };
    const every = { by: 'ids', ids: [mhow!, bhopal!].map(({ institute }) => institute.id) } as const;
    const start = async (scope: AreaScope) => {
      const found = await chosenRecipients(scope, 'offices', every, texts);
      if (!found.ok) throw new Error(found.code);
      const id = crypto.randomUUID();
      const digest = digestOf(found, texts);
      await startMailing(scope, 'offices', { step: 'start', id, chosen: every, ...texts, digest, reason: 'Reports' });
      return { id, to: found.recipients.map(({ address }) => address).sort() };
    };
    const own = await start(limited.district!);
    expect(own.to).toEqual([mhow!.office.username]);
    const other = await start(owner.scope);
    expect(other.to).toEqual([mhow!, bhopal!].map(({ office }) => office.username).sort());
    expect((await listMailings(limited.district!)).map(({ id }) => id)).toEqual([own.id]);
    const stop = { action: 'stop', reason: 'Wait' } as const;
    expect(await actOnMailing(limited.district!, 'offices', other.id, stop)).toMatchObject({
      code: 'mailing.not_found',
    });
    expect(await actOnMailing(limited.district!, 'offices', own.id, stop)).toEqual({ ok: true });
  });
});

describe('the area of an account', () => {
  test('is written as districts, numbers, and names with cities', async () => {
    await sql()`update institutes set number = 'GR23-9' where id = ${indore!.institute.id}`;
    expect(await readArea(['indore', 'इंदौर', 'gr23-9', 'govt iti mhow, mhow'])).toEqual({
      ok: true,
      area: {
        districts: ['Indore'],
        institutes: [indore!.institute.id, mhow!.institute.id],
        lines: ['Indore', 'Govt ITI Indore; Indore', 'Govt ITI Mhow; Mhow'],
      },
    });
    expect(await readArea(['Indore', 'Nowhere'])).toEqual({
      ok: false,
      code: 'admin.area_unknown',
      params: { name: 'Nowhere' },
    });
  });

  test('another area ends the sessions, is in the audit log, and is no area of finance and owners', async () => {
    const account = await makeLimitedAdmin({ districts: ['Indore'] }, 'viewer');
    const edit = async (role: 'viewer' | 'finance', lines: readonly string[] | null) => {
      const found = lines && (await readArea(lines));
      if (found && !found.ok) throw new Error(found.code);
      return editAdmin(owner.scope, { id: account.adminId, role, active: true, ...(found && { area: found.area }) });
    };
    expect(await edit('finance', null)).toEqual({ ok: false, code: 'admin.area_role' });
    expect(await edit('viewer', ['Indore'])).toEqual({ ok: true });
    expect((await requireAreaAdmin(asAdmin(account))).area).toEqual({ districts: ['Indore'], institutes: [] });
    expect(await edit('viewer', ['Bhopal'])).toEqual({ ok: true });
    await expect(requireAreaAdmin(asAdmin(account))).rejects.toMatchObject({ code: 'admin.session_ended' });
    const [entry] =
      await sql()`select before, after from audit_log where action = 'admin.changed' order by id desc limit 1`;
    expect(entry).toMatchObject({ before: { area: 'Indore' }, after: { area: 'Bhopal' } });
    expect(await edit('finance', [])).toEqual({ ok: true });
    const area = { districts: ['Indore'], institutes: [], lines: ['Indore'] };
    expect(await inviteAdmin(owner.scope, { username: 'all.money', role: 'finance', area })).toEqual({
      ok: false,
      code: 'admin.area_role',
    });
    expect(await inviteAdmin(owner.scope, { username: 'of.indore', role: 'viewer', area })).toMatchObject({ ok: true });
  });

  test('jobs write nothing for a limited account: no notices, no tables', async () => {
    expect(await adminOfJob(limited.viewer!.adminId, ['viewer'], db())).toBeNull();
    expect(await adminOfJob(owner.adminId, ['owner'], db())).not.toBeNull();
  });
});
