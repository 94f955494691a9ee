import { beforeEach, describe, expect, test, vi } from 'vitest';
import { closeDatabase, connect, sql } from '@/db/client';
import type { ExportRhythm } from '@/db/schema/enums';
import { sendDueMessages } from '@/lib/notifications/mutations';
import type { Message } from '@/lib/delivery/schema';
import { refreshReport } from '@/lib/admin/report/mutations';
import { makeAdmin, type AdminAccount } from '@/testing/db/admin';
import { setTime } from '@/testing/db/clock';
import { useTestDatabase } from '@/testing/db/database';
import { useInstances } from '@/testing/db/instances';
import { waitForLocks } from '@/testing/db/locks';
import { scheduleExport, stopExport } from './mutations';
import { listExports } from './queries';
import type { ExportKind } from './schema';
import { queueExports } from './send';

const { url } = useTestDatabase();
const startInstance = useInstances();
const EMAIL = 'finance@department.example';
/** A Sunday, at 11:30 in India. */
const SUNDAY = '2027-01-10T06:00:00Z';

async function moveTo(time: string) {
  await setTime(url, time);
  await closeDatabase();
}

let admin: AdminAccount;
let other: AdminAccount;

beforeEach(async () => {
  // Sessions are of the present, which column defaults have.
  await moveTo(new Date(vi.getRealSystemTime()).toISOString());
  [admin, other] = [await makeAdmin(), await makeAdmin()];
  await sql()`update admin_sessions set expires_at = '2028-01-01'`;
  await moveTo(SUNDAY);
  await sql()`delete from outbound_messages`;
  await sql()`delete from admin_exports`;
  await sql()`
    insert into admin_notices (admin_id, email, is_daily, at_once) values (${admin.adminId}, ${EMAIL}, false, '{}')`;
});

const schedule = (kind: ExportKind, query = '', every: ExportRhythm = 'day') =>
  scheduleExport(admin.scope, { kind, query, every });
const days = () =>
  sql()<{ day: string }[]>`select detail->>'day' as day from outbound_messages where kind = 'table' order by 1`;

/** Sends what is queued. @returns the e-mails */
async function sent(): Promise<Message[]> {
  const messages: Message[] = [];
  await sendDueMessages(undefined, undefined, {
    send: async (message) => {
      messages.push(message);
      return { ok: true };
    },
  });
  return messages;
}

const endings = () => sql()<{ actor: string; action: string; after: object }[]>`
  select actor, action, after from audit_log where action = 'export.ended' and subject = ${admin.adminId}`;

describe('what is asked for', () => {
  test('security 178: goes to a confirmed address only, of a table whose address is valid', async () => {
    await sql()`update admin_notices set token_hash = 'x'`;
    expect(await schedule('users')).toEqual({ ok: false, code: 'export.no_address' });
    await sql()`update admin_notices set token_hash = null`;
    expect(await schedule('users')).toEqual({ ok: true, email: EMAIL, nextOn: '2027-01-11' });
    await expect(async () => schedule('billings', 'status=unheard')).rejects.toMatchObject({
      code: 'request.invalid_field',
    });
  });

  test('asked for again with the same filter, it changes how often; pages and defaults are no filter', async () => {
    await schedule('billings', 'status=pending&sort=created&page=3');
    expect(await schedule('billings', 'status=pending', 'month')).toMatchObject({ nextOn: '2027-02-01' });
    expect(await listExports(admin.scope)).toMatchObject([
      { name: 'Billings', filter: 'Payment: Pending', every: 'month', nextOn: '2027-02-01' },
    ]);
  });

  test('is at most twenty, also at once', async () => {
    const asked = await Promise.all(Array.from({ length: 26 }, (_, n) => schedule('users', `q=word${n}`)));
    expect(asked.filter(({ ok }) => ok)).toHaveLength(20);
    expect(asked.find(({ ok }) => !ok)).toMatchObject({ code: 'export.too_many' });
    expect(await listExports(admin.scope)).toHaveLength(20);
  });

  test('is stopped by its administrator alone', async () => {
    await schedule('users');
    const id = (await listExports(admin.scope))[0]!.id;
    expect(await listExports(other.scope)).toEqual([]);
    expect(await stopExport(other.scope, id)).toEqual({ ok: false, code: 'export.not_found' });
    expect(await stopExport(admin.scope, id)).toEqual({ ok: true });
    await moveTo('2027-01-11T06:00:00Z');
    expect(await queueExports()).toBe(0);
  });
});

describe('occurrences', () => {
  test('are each day, each Monday and each first of a month from the morning in India on', async () => {
    await schedule('users', '', 'day');
    await schedule('reservations', '', 'week');
    await schedule('papers', '', 'month');
    expect(await queueExports()).toBe(0);
    await moveTo('2027-01-11T02:20:00Z');
    expect(await queueExports()).toBe(0);
    await moveTo('2027-01-11T02:40:00Z');
    expect(await queueExports()).toBe(2);
    expect(await queueExports()).toBe(0);
    await moveTo('2027-01-12T02:40:00Z');
    expect(await queueExports()).toBe(1);
    // After days without a run, one e-mail stands for all that were missed.
    await moveTo('2027-02-02T02:40:00Z');
    expect(await queueExports()).toBe(3);
    expect((await days()).map(({ day }) => day)).toEqual([
      '2027-01-11',
      '2027-01-11',
      '2027-01-12',
      '2027-02-01',
      '2027-02-01',
      '2027-02-02',
    ]);
  });

  test('are queued once by several instances at once, and sent once by several senders', async () => {
    for (let n = 0; n < 12; n++) await schedule('report', `company=word${n}`);
    await moveTo('2027-01-11T06:00:00Z');
    const instances = await Promise.all(
      Array.from({ length: 5 }, () =>
        startInstance(async () => ({
          ...(await import('./send')),
          ...(await import('@/lib/notifications/mutations')),
        })),
      ),
    );
    const queued = await Promise.all(instances.map((instance) => instance.queueExports()));
    expect(queued.reduce((sum, count) => sum + count, 0)).toBe(12);
    expect(await days()).toHaveLength(12);
    const messages: Message[] = [];
    const transport = {
      send: async (message: Message) => {
        messages.push(message);
        return { ok: true as const };
      },
    };
    await Promise.all(instances.map((instance) => instance.sendDueMessages(undefined, undefined, transport)));
    expect(new Set(messages.map(({ text }) => text)).size).toBe(12);
    expect(messages).toHaveLength(12);
  });

  test('is queued once if the process that queued it was killed before the end', async () => {
    await schedule('users');
    await moveTo('2027-01-11T06:00:00Z');
    const killed = connect(url, { max: 2 });
    let runner: Promise<unknown> | undefined;
    await sql().begin(async (blocker) => {
      await blocker`lock table outbound_messages in share mode`;
      runner = queueExports(killed.db).catch((error: unknown) => error);
      await waitForLocks(sql(), 1, 'outbound_messages');
      await blocker`
        select pg_terminate_backend(pid) from pg_stat_activity
         where wait_event_type = 'Lock' and query like '%outbound_messages%' and datname = current_database()`;
    });
    expect(await runner).toBeInstanceOf(Error);
    await killed.sql.end({ timeout: 1 });
    expect(await days()).toEqual([]);
    expect(await queueExports()).toBe(1);
    expect(await days()).toEqual([{ day: '2027-01-11' }]);
  });

  test('waits while the address is not confirmed', async () => {
    await schedule('users');
    await moveTo('2027-01-11T06:00:00Z');
    await sql()`update admin_notices set token_hash = 'x'`;
    expect(await queueExports()).toBe(0);
    await sql()`update admin_notices set token_hash = null`;
    expect(await queueExports()).toBe(1);
  });
});

describe('the e-mail', () => {
  test('has the spreadsheet of the report, the filter in words and the page', async () => {
    await refreshReport();
    await schedule('report', 'rows=company&company=Narmada', 'week');
    await moveTo('2027-01-11T06:00:00Z');
    await queueExports();
    const [email, ...others] = await sent();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ to: EMAIL, subject: 'Report, 11 January 2027' });
    expect(email!.text).toContain('every Monday: Report.');
    expect(email!.text).toContain('Filter: “Rows: Company; Columns: All figures; Company: Narmada”');
    expect(email!.text).toContain('/admin/report?rows=company&company=Narmada');
    expect(email!.text).not.toContain('download=');
    const [file] = email!.attachments!;
    expect(file!.fileName).toBe('report-2027-01-11.xlsx');
    expect(file!.content.subarray(0, 2).toString()).toBe('PK');
    expect((await sql()`select from outbound_messages`).count).toBe(0);
  });

  test('says so if the report cannot be attached', async () => {
    await schedule('report');
    await moveTo('2027-01-11T06:00:00Z');
    vi.spyOn(console, 'warn').mockReturnValue();
    await sql()`alter table line_months rename to line_months_away`;
    await queueExports();
    await sql()`alter table line_months_away rename to line_months`;
    const [email] = await sent();
    expect(email!.attachments).toEqual([]);
    expect(email!.text).toContain('The spreadsheet is not attached');
  });

  test('about people has no file, but a link that downloads the table', async () => {
    await schedule('users', 'kind=guest&shown=name.email');
    await moveTo('2027-01-11T06:00:00Z');
    await queueExports();
    const [email] = await sent();
    expect(email!.attachments).toEqual([]);
    expect(email!.text).toContain('Filter: “Account: Guest; Columns: Full Name, Email”');
    expect(email!.text).toContain('/admin/users?kind=guest&shown=name.email&download=users');
  });

  test.each(['stopped', 'deactivated', 'address'])('security 178: is not sent any more: %s', async (what) => {
    await schedule('report');
    await moveTo('2027-01-11T06:00:00Z');
    expect(await queueExports()).toBe(1);
    if (what === 'stopped') await sql()`delete from admin_exports`;
    if (what === 'deactivated') await sql()`update admins set deactivated_at = now() where id = ${admin.adminId}`;
    if (what === 'address') await sql()`update admin_notices set email = 'other@department.example'`;
    expect(await sent()).toEqual([]);
    expect((await sql()`select from outbound_messages`).count).toBe(0);
  });
});

test('security 178: who lost the account gets nothing, and the e-mails end with a line in the audit log', async () => {
  await schedule('users', 'kind=guest');
  await sql()`update admins set deactivated_at = now() where id = ${admin.adminId}`;
  await moveTo('2027-01-11T06:00:00Z');
  const counts = await Promise.all(Array.from({ length: 5 }, () => queueExports()));
  expect(counts).toEqual([0, 0, 0, 0, 0]);
  expect(await endings()).toEqual([
    { actor: 'program', action: 'export.ended', after: { table: 'users', q: 'kind=guest', every: 'day' } },
  ]);
  await sql()`update admins set deactivated_at = null where id = ${admin.adminId}`;
  expect(await queueExports()).toBe(0);
  expect(await days()).toEqual([]);
});
