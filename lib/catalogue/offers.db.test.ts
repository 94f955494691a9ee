import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase, sql } from '@/db/client';
import sitemap from '@/app/sitemap';
import { createDraft, holdSeats, pledgeSeats } from '@/lib/adoption/take/mutations';
import { shareCart } from '@/lib/selection/shared-cart/mutations';
import { mapCities } from '@/lib/map/queries';
import { makeHold, makeSponsor, prepareAdoption, prepareHold } from '@/testing/db/adoption';
import { setTime, useMonotonicClock } from '@/testing/db/clock';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute, type CourseRow } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { makeSession, setSession } from '@/testing/db/sessions';
import { readInstitute } from './institute-queries';
import { landingNumbers } from './landing-queries';
import { catalogueSummary, listCourses, loadCatalogue, namedSessions } from './queries';
import { searchCourses } from './search/queries';

const { url } = useTestDatabase();
const pass = useMonotonicClock();
/** Totals and the names of the search may be a second old. */
const SECOND = 1000;
const ADDRESS = '192.0.2.1';

let course: CourseRow;
beforeAll(async () => {
  const institute = await makeInstitute({ city: 'Sagar' });
  course = await makeCourse({ city: 'Sagar', branch: 'Mining', instituteId: institute.id });
});
afterEach(() => setSession({ state: 'open' }));

/** Whether each public read shows the course, and each step to seats accepts it. */
async function answers() {
  pass(SECOND);
  const { id, pricePaise, instituteId } = course;
  const draft = await createDraft({
    sponsor: makeSponsor(),
    lines: [{ id, selectedSeats: 1 }],
    totalPaise: pricePaise,
  });
  const read = {
    list: (await listCourses({ city: 'Sagar' })).length,
    byId: (await listCourses({ ids: [id] })).length,
    summary: (await catalogueSummary()).cities.length,
    map: (await mapCities()).cities.length,
    landing: (await landingNumbers())!.cities.length,
    search: (await searchCourses('mining'))!.cities.length,
    institute: (await readInstitute(instituteId!))!.courses.length,
    sitemap: (await sitemap()).filter(({ url: address }) => /Sagar|institute/.test(address)).length > 0 ? 1 : 0,
    share: (await shareCart([{ id, selectedSeats: 1 }], ADDRESS)).ok ? 1 : 0,
    draft: draft.ok ? 1 : 0,
  };
  const shown = Object.values(read);
  if (new Set(shown).size > 1) throw new Error(`They differ: ${JSON.stringify(read)}`);
  return shown[0] === 1;
}

describe('a course is offered', () => {
  test.each([
    ['open', true],
    ['planned', false],
    ['closed', false],
  ] as const)('in a session that is %s: %s', async (state, offered) => {
    await setSession({ state });
    expect(await answers()).toBe(offered);
    if (!offered) await expect(loadCatalogue()).rejects.toThrow('No valid courses available');
  });

  test('if it is open itself', async () => {
    await sql()`update courses set is_open = false where id = ${course.id}`;
    expect(await answers()).toBe(false);
    await sql()`update courses set is_open = true where id = ${course.id}`;
  });

  test('on the days of adopting, from midnight to midnight in India', async () => {
    await setSession({ adoptingFrom: '2026-08-01', adoptingUntil: '2026-08-31' });
    const at = async (time: string) => {
      await closeDatabase();
      await setTime(url, time);
      return answers();
    };
    expect(await at('2026-07-31T18:29:59.999Z')).toBe(false);
    expect(await at('2026-07-31T18:30:00Z')).toBe(true);
    expect(await at('2026-08-31T18:29:59.999Z')).toBe(true);
    expect(await at('2026-08-31T18:30:00Z')).toBe(false);
  });
});

test('sessions are named while several are open; each list, search and sum then has the offers of all', async () => {
  await makeSession('2031-32');
  await makeCourse({ city: 'Sagar', branch: 'Mining', session: '2031-32' });
  pass(SECOND);
  expect(await namedSessions()).toEqual([]);
  expect(await listCourses({ city: 'Sagar' })).toHaveLength(1);

  await setSession({ state: 'open' }, '2031-32');
  pass(SECOND);
  expect(await namedSessions()).toEqual([course.session, '2031-32']);
  expect(await listCourses({ city: 'Sagar' })).toMatchObject([
    { session: course.session, study_year: 1 },
    { session: '2031-32', study_year: 1 },
  ]);
  expect((await catalogueSummary()).cities).toMatchObject([{ totalSeats: 2 * course.totalSeats }]);
  const of = async (session?: string) =>
    (await searchCourses('mining', { filter: { session } }))!.courses.map((found) => found.session);
  expect((await of()).toSorted()).toEqual([course.session, '2031-32']);
  expect(await of('2031-32')).toEqual(['2031-32']);

  await setSession({ state: 'closed' }, '2031-32');
  pass(SECOND);
  expect(await namedSessions()).toEqual([]);
});

describe('a draft whose session has closed', () => {
  test('takes no seats, and the answer names the session', async () => {
    const prepared = await prepareAdoption([{ course, seats: 2 }]);
    const account = await makeSponsorAccount();
    const hold = await prepareHold([{ course, seats: 2 }], account);
    await setSession({ state: 'closed' });
    const refused = { ok: false, code: 'session.ended', params: { session: course.session } };
    expect(await pledgeSeats(prepared.subject, prepared.code)).toMatchObject(refused);
    expect(await holdSeats(account.scope, hold.code)).toMatchObject(refused);
    await setSession({ state: 'open' });
    expect((await makeHold([{ course, seats: 2 }], account)).secondsLeft).toBeGreaterThan(0);
  });
});

test('Y14 a full offer of a later year, which is kept for students who continue, is in no list and no search', async () => {
  const later = await makeCourse({
    city: 'Sagar',
    branch: 'Mining',
    studyYear: 2,
    durationYears: 4,
    totalSeats: 2,
    heldSeats: 2,
  });
  pass(SECOND);
  const has = async () => [
    (await listCourses({ city: 'Sagar' })).some(({ id }) => id === later.id),
    (await searchCourses('mining'))!.courses.some(({ id }) => id === later.id),
  ];
  expect(await has()).toEqual([false, false]);
  expect(await listCourses({ ids: [later.id] })).toMatchObject([{ left_seats: 0 }]);
  await sql()`update courses set held_seats = 1 where id = ${later.id}`;
  expect(await has()).toEqual([true, true]);
  // Of the first year a full offer is listed: somebody can wait for its seats.
  await sql()`update courses set held_seats = 2, study_year = 1 where id = ${later.id}`;
  expect(await has()).toEqual([true, true]);
});
