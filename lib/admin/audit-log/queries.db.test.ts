import { beforeEach, describe, expect, test } from 'vitest';
import { sql } from '@/db/client';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { emptyAuditLog } from '@/testing/db/audit';
import { useTestDatabase } from '@/testing/db/database';
import { makeCourse } from '@/testing/db/factories';
import { auditActors, auditCourse, listEntries, readEntry } from './queries';
import { AUDIT_PAGE, type AuditFilter } from '@/lib/accounts/audit-log/schema';
import type { Place } from '@/lib/platform/keyset';

useTestDatabase();
let admin: AdminAccount;
beforeEach(async () => {
  admin ??= await makeAdmin({ username: 'asha' });
  await emptyAuditLog();
});

const insert = (entries: Partial<Record<'at' | 'actor' | 'action' | 'subject' | 'cause_id', string | number>>[]) =>
  sql()`
    insert into audit_log (at, actor, action, subject, cause_id)
    select coalesce(at, now()), coalesce(actor, 'asha'), coalesce(action, 'admin.logged_in'), subject, cause_id
      from json_to_recordset(${JSON.stringify(entries)}::text::json)
        as e(at timestamptz, actor text, action text, subject text, cause_id bigint)`;
const ids = async (filter: AuditFilter = {}, place: Place = {}) =>
  (await listEntries(admin.scope, filter, place)).entries.map(({ id }) => id);

describe('the log', () => {
  test('is read in pages that new entries do not shift', async () => {
    await insert(Array.from({ length: 2 * AUDIT_PAGE + 10 }, () => ({})));
    const first = await listEntries(admin.scope, {});
    expect([first.newer, first.older, first.entries.length]).toEqual([false, true, AUDIT_PAGE]);
    const last = String(first.entries.at(-1)!.id);
    await insert([{}, {}]);
    const second = await listEntries(admin.scope, {}, { before: last });
    expect([second.newer, second.older, second.entries[0]!.id]).toEqual([true, true, Number(last) - 1]);
    const third = await listEntries(admin.scope, {}, { before: String(second.entries.at(-1)!.id) });
    expect([third.newer, third.older, third.entries.map(({ id }) => id)]).toEqual([
      true,
      false,
      Array.from({ length: 10 }, (_, index) => 10 - index),
    ]);
    const back = await listEntries(admin.scope, {}, { after: String(third.entries[0]!.id) });
    expect(back).toEqual(second);
  });

  test('is filtered by action, actor, days in India, course and import; entries of an import belong to it', async () => {
    const course = await makeCourse({ city: 'Rewa', courseType: 'ITI', branch: 'Fitter' });
    await insert([
      { at: '2026-11-20T18:29:59Z', actor: 'command', action: 'catalogue.imported' },
      { at: '2026-11-20T18:30:00Z', actor: 'command', action: 'course.added', subject: course.id, cause_id: 1 },
      { at: '2026-11-21T18:29:59Z', action: 'course.changed', subject: course.id },
      { at: '2026-11-21T18:30:00Z', actor: 'ravi', action: 'admin.logged_out' },
    ]);
    expect(await ids()).toEqual([4, 3, 1]);
    expect(await ids({ action: 'course.added' })).toEqual([2]);
    expect(await ids({ who: 'asha' })).toEqual([3]);
    expect(await ids({ from: '2026-11-21', to: '2026-11-21' })).toEqual([3]);
    expect(await ids({ to: '2026-11-20' })).toEqual([1]);
    expect(await ids({ subject: course.id })).toEqual([3, 2]);
    expect(await ids({ cause: '1' })).toEqual([2]);
    expect(await auditActors(admin.scope)).toEqual(['asha', 'command', 'ravi']);

    const named = { courseType: 'ITI', branch: 'Fitter', institute: null, city: 'Rewa' };
    expect((await listEntries(admin.scope, { subject: course.id })).entries).toMatchObject([
      { course: named },
      { course: named },
    ]);
    expect(await auditCourse(admin.scope, course.id)).toEqual(named);
    expect(await readEntry(admin.scope, '1')).toMatchObject({
      action: 'catalogue.imported',
      at: new Date('2026-11-20T18:29:59Z'),
    });
    expect(await readEntry(admin.scope, '5')).toBeNull();
  });
});
