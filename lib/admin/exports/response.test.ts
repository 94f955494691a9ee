import { expect, test, vi } from 'vitest';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { countUsers } from '@/lib/admin/users-and-billings/queries';
import { downloadResponse } from './response';
import { MAX_ROWS } from '@/lib/platform/spreadsheet/rules';

vi.mock('@/lib/accounts/audit-log/mutations', () => ({ recordAction: vi.fn() }));
vi.mock('@/lib/admin/users-and-billings/queries', () => ({
  countUsers: vi.fn(),
  countBillings: vi.fn(),
  countLines: vi.fn(),
  async *userBatches() {},
  async *billingBatches() {},
  async *lineBatches() {},
}));

const request = new Request('http://localhost/api/user/download/users');

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
