import 'server-only';
import { sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import type { SponsorScope } from '@/lib/accounts/session';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { NO_COMPANY } from './rules';
import type { CompanyDetails } from './schema';
import { companyDetails, recordOfAccount } from './statements';

/** Returns the record of the sponsor's account, without anything given if there is none. */
export async function readCompany(
  { accountId }: Pick<SponsorScope, 'accountId'>,
  database: Database = db(),
): Promise<CompanyDetails> {
  const details = companyDetails(recordOfAccount(sql`${accountId}::uuid`));
  const [row] = await withQueryDeadline(
    database.execute<{ details: CompanyDetails | null }>(sql`select ${details} as details`),
  );
  return row!.details ?? NO_COMPANY;
}
