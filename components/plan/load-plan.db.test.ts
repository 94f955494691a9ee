import { expect, test } from 'vitest';
import { sql } from '@/db/client';
import { readWishes } from '@/lib/plan/wishes';
import { useTestDatabase } from '@/testing/db/database';
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
