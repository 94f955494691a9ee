import { beforeAll, describe, expect, test } from 'vitest';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { endWindow, makeHold } from '@/testing/db/adoption';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse, makeInstitute } from '@/testing/db/factories';
import { makeSponsorAccount } from '@/testing/db/identity';
import { cityNames, listAdminCourses } from './queries';
import { ADMIN_COURSE_LIST } from './schema';

useTestDatabase();
let admin: AdminAccount;

beforeAll(async () => {
  admin = await makeAdmin();
  const hindi = await makeInstitute({ name: 'शासकीय महाविद्यालय', city: 'Ujjain' });
  const college = await makeInstitute({ name: 'Jabalpur Engineering College', city: 'Jabalpur' });
  await makeCourse({
    city: 'Ujjain',
    instituteId: hindi.id,
    branch: 'विद्युत अभियांत्रिकी',
    totalSeats: 10,
    pricePaise: 300_00,
  });
  await makeCourse({
    city: 'Jabalpur',
    instituteId: college.id,
    branch: 'Civil',
    totalSeats: 20,
    adoptedSeats: 20,
    pricePaise: 200_00,
  });
  await makeCourse({
    city: 'Jabalpur',
    courseType: 'ITI',
    branch: '50%_Welder\\Fitter',
    totalSeats: 30,
    isOpen: false,
    pricePaise: 100_00,
  });
  await makeCourse({
    city: 'Bhopal',
    courseType: 'M.Tech',
    branch: 'Robotics',
    totalSeats: 40,
    adoptedSeats: 5,
    heldSeats: 1,
    pricePaise: 400_00,
  });
});

const list = async (given: Record<string, string> = {}, page = 1) =>
  listAdminCourses(admin.scope, ADMIN_COURSE_LIST.schema.parse(given), page);
const branches = async (given?: Record<string, string>, page?: number) =>
  (await list(given, page)).rows.map(({ branch }) => branch);
const [ELECTRIC, CIVIL, WELDER, ROBOTICS] = ['विद्युत अभियांत्रिकी', 'Civil', '50%_Welder\\Fitter', 'Robotics'];

test('lists open and closed courses by city, with the totals of all matches', async () => {
  expect(await branches()).toEqual([ROBOTICS, CIVIL, WELDER, ELECTRIC]);
  expect((await list()).totals).toEqual({ courses: 4, seats: 100, adopted: 25, held: 1, left: 74 });
  expect((await list({ city: 'jabalpur' })).totals).toEqual({ courses: 2, seats: 50, adopted: 20, held: 0, left: 30 });
  expect(await cityNames(admin.scope)).toEqual(['Bhopal', 'Jabalpur', 'Ujjain']);
});

test.each([
  ['words of institute and branch, in any case and order', 'CIVIL engineering', [CIVIL]],
  ['a city', 'jabal', [CIVIL, WELDER]],
  ['Hindi', 'महाविद्यालय विद्युत', [ELECTRIC]],
  ['marks that are patterns elsewhere', '%', [WELDER]],
  ['an underscore', '_', [WELDER]],
  ['a backslash', '\\', [WELDER]],
  ['what is not there', "'; drop table courses; --", []],
])('finds %s', async (_, q, found) => expect(await branches({ q })).toEqual(found));

test('filters by type, city and state; a full course may be open', async () => {
  expect(await branches({ type: 'ITI' })).toEqual([WELDER]);
  expect(await branches({ state: 'open', city: 'JABALPUR' })).toEqual([CIVIL]);
  expect(await branches({ state: 'closed' })).toEqual([WELDER]);
  expect(await branches({ state: 'full' })).toEqual([CIVIL]);
});

test('sorts by every column in both directions', async () => {
  expect(await branches({ sort: 'price', dir: 'desc' })).toEqual([ROBOTICS, ELECTRIC, CIVIL, WELDER]);
  expect(await branches({ sort: 'left' })).toEqual([CIVIL, ELECTRIC, WELDER, ROBOTICS]);
  expect(await branches({ sort: 'type' })).toEqual([ROBOTICS, CIVIL, ELECTRIC, WELDER]);
  // Courses without an institute come last in both directions.
  expect(await branches({ sort: 'institute', dir: 'desc' })).toEqual([ELECTRIC, CIVIL, ROBOTICS, WELDER]);
  for (const sort of ADMIN_COURSE_LIST.schema.shape.sort.unwrap().options) {
    const [up, down] = [await branches({ sort }), await branches({ sort, dir: 'desc' })];
    expect(up.toSorted()).toEqual(down.toSorted());
  }
});

test('a page past the last has no rows and the same totals', async () => {
  expect(await list({}, 2)).toEqual({ rows: [], totals: (await list()).totals });
});

describe('fifty per page', () => {
  test('every course is on exactly one page, even if all have the same sort key', async () => {
    const made = [];
    for (let n = 0; n < 120; n++) made.push((await makeCourse({ city: 'Sagar', branch: `B ${n}` })).id);
    const pages = await Promise.all([1, 2, 3].map((page) => list({ city: 'Sagar', sort: 'total' }, page)));
    expect(pages.map(({ rows }) => rows.length)).toEqual([50, 50, 20]);
    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id)).toSorted()).toEqual(made.toSorted());
    expect(pages[2]!.totals.courses).toBe(120);
  });
});

test('A-01 seats of an ended hold count as left', async () => {
  const course = await makeCourse({ city: 'Rewa', totalSeats: 3 });
  const { billingId } = await makeHold([{ course, seats: 2 }], await makeSponsorAccount());
  expect((await list({ city: 'Rewa' })).rows).toMatchObject([{ held_seats: 2, left_seats: 1 }]);
  await endWindow(billingId);
  const { rows, totals } = await list({ city: 'Rewa' });
  expect(rows).toMatchObject([{ held_seats: 0, left_seats: 3 }]);
  expect(totals).toMatchObject({ held: 0, left: 3 });
});
