import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { readWishes } from '@/lib/selection/plan/wishes';
import { useTestDatabase } from '@/testing/db/database';
import { COSTLY_PAGES } from '@/lib/platform/limits';
import { countCostlyPage } from '@/lib/platform/site/costly-pages';
import { makeCourse } from '@/testing/db/factories';
import { loadPlan } from './load-plan';

useTestDatabase();

test('a place that only an import has added is near, too', async () => {
  const course = await makeCourse({ city: 'Navi Basti', pricePaise: 50_000_00 });
  const { wishes } = readWishes({ budget: '50000', place: 'Dewas', km: '50' });
  expect(await loadPlan(wishes!)).toMatchObject({ ok: true, plan: { lines: [] } });
  await sql()`insert into places (name, district, latitude, longitude) values ('Navi Basti', 'Dewas', 22.9, 76)`;
  expect(await loadPlan(wishes!)).toMatchObject({
    ok: true,
    plan: { lines: [{ course: { id: course.id }, seats: 1 }] },
  });
});

test('security 155: one address gets a number of plans a minute', async () => {
  const { wishes } = readWishes({ budget: '50000' });
  let allowed = 0;
  while ((await countCostlyPage('en')) === null) allowed += 1;
  // The plans of the other test count as well.
  expect(allowed).toBeGreaterThan(COSTLY_PAGES.points - 10);
  const time = expect.any(String) as string;
  expect(await loadPlan(wishes!)).toEqual({ ok: false, problem: 'load', code: 'request.too_many', params: { time } });
  await sql()`update rate_limits set expire = now()`;
  expect(await loadPlan(wishes!)).toMatchObject({ ok: true });
});
