import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import { defaultSettings } from '@/lib/settings/schema';

/** An account of a receiving body, as the settings have it. */
export const BODY_WITH_ACCOUNT = {
  ...defaultSettings('body'),
  legalName: 'Shiksha Nyas',
  accountName: 'Shiksha Nyas',
  accountNumber: '10002000300',
  ifsc: 'SBIN0001308',
  bankName: 'State Bank of India, Bhopal',
};

/** Stores an account, and another one that an owner entered. @returns the version of the change that waits */
export async function insertAccountChange(adminId: string, connection: Sql = sql()): Promise<string> {
  const change = { legalName: 'Shiksha Nyas', accountNumber: '99998888777', ifsc: 'HDFC0000001', by: adminId };
  const save = (group: string, value: object) => connection<{ version: string }[]>`
    insert into settings ("group", value) values (${group}, ${JSON.stringify(value)}::text::jsonb)
        on conflict ("group") do update set value = excluded.value, updated_at = clock_timestamp() returning updated_at::text as version`;
  await save('body', BODY_WITH_ACCOUNT);
  const [row] = await save('account_change', change);
  return row!.version;
}
