import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { countUsers, userBatches } from '@/lib/admin/users-and-billings/queries';
import type { UserRecord } from '@/lib/admin/users-and-billings/schema';
import { collectGarbage } from '@/testing/collect-garbage';
import { downloadResponse } from './response';
import { MAX_ROWS } from '@/lib/platform/spreadsheet/rules';

vi.mock('@/lib/accounts/audit-log/mutations', () => ({ recordAction: vi.fn() }));
vi.mock('@/lib/admin/users-and-billings/queries', () => ({
  countUsers: vi.fn(),
  countBillings: vi.fn(),
  countLines: vi.fn(),
  userBatches: vi.fn(),
  async *billingBatches() {},
  async *lineBatches() {},
  async *moneyBatches() {},
}));

const MS = vi.hoisted(() => 300);
vi.mock('@/lib/platform/limits', async (original) => ({ ...(await original<object>()), DOWNLOAD_MS: MS }));

const request = new Request('http://localhost/api/user/download/users');

const USER: UserRecord = {
  id: randomUUID(),
  kind: 'guest',
  full_name: 'Asha Verma',
  designation: 'Manager',
  email: 'asha@narmada.example',
  phone_number: '+919826012345',
  company_name: 'Narmada Motors',
  industry: null,
  created_at: '2026-11-26T10:00:00.000Z',
  locked_courses: [],
  company_people: [],
  email_change: null,
};

beforeEach(() => void vi.mocked(userBatches).mockImplementation(async function* () {}));

test('more rows than a sheet can have are refused with advice, repeatedly', async () => {
  vi.mocked(countUsers).mockResolvedValue(MAX_ROWS + 1);
  for (let time = 0; time < 3; time++)
    await expect(downloadResponse({} as AdminScope, 'users', request)).rejects.toMatchObject({
      status: 400,
      code: 'download.too_many',
      message: 'A spreadsheet holds at most 10,48,575 rows. Please narrow the filter.',
    });
  expect(recordAction).not.toHaveBeenCalled();
});

test('files that nobody reads end when their time is over, and others can be downloaded', async () => {
  vi.mocked(countUsers).mockResolvedValue(1);
  vi.mocked(userBatches).mockImplementation(async function* () {
    while (true) yield Array.from({ length: 1000 }, () => USER);
  });
  const unread = () => downloadResponse({} as AdminScope, 'users', new Request(request));
  const files = [await unread(), await unread()];
  await expect(unread()).rejects.toMatchObject({ status: 503, code: 'download.busy' });
  await collectGarbage();
  await vi.waitFor(async () => files.push(await unread()), { timeout: 10 * MS });
  for (const { body } of files) await body!.cancel().catch(() => undefined);
});
