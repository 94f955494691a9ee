import { sql } from '@/db/client';
import type { OfficeRole } from '@/db/schema/enums';
import { requireInstitute, type InstituteScope } from '@/lib/accounts/offices/session';
import { ADMIN_PASSWORD, asAdmin, insertAccount, type AdminAccount } from './admin';
import { makeInstitute } from './factories';

/** Somebody in an office who is logged in. */
export type OfficeAccount = Omit<AdminAccount, 'scope'> & { scope: InstituteScope };

let made = 0;

/** Creates somebody in an office, by default a head of a new institute, with a session. */
export async function makeOffice({
  role = 'head',
  instituteIds,
  username = `office${++made}@institute.example`,
}: { role?: OfficeRole; instituteIds?: readonly string[]; username?: string } = {}): Promise<OfficeAccount> {
  const account = await insertAccount({ username, password: ADMIN_PASSWORD, role });
  for (const id of instituteIds ?? [(await makeInstitute()).id])
    await sql()`insert into office_institutes (admin_id, institute_id) values (${account.adminId}, ${id})`;
  return { ...account, scope: await requireInstitute(asAdmin(account)) };
}
