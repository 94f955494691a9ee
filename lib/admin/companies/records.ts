import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { isVoid } from '@/db/papers';
import { billings, papers, users } from '@/db/schema';
import { companyOf, recordOfAccount } from '@/lib/company/statements';
import type { CorrectedField } from './schema';
import { KEYS_OF_ACCOUNT, KEYS_OF_ADOPTION } from './statements';

/** The ids of the records of adoptions and accounts. @param adoptions, accounts conditions on KEYS_OF_ADOPTION and KEYS_OF_ACCOUNT */
export const recordsOf = (adoptions: SQL, accounts: SQL): SQL => sql`
  select ${companyOf(billings)} from ${KEYS_OF_ADOPTION} where ${adoptions} and ${companyOf(billings)} is not null
  union select ${recordOfAccount(sql`${users.id}`)} from ${KEYS_OF_ACCOUNT} where ${accounts} and ${recordOfAccount(sql`${users.id}`)} is not null`;

/**
 * Returns the papers of a company that hold and would say something else: they are issued again, each with its adoption.
 * @param given null of a kind that is unknown
 */
export async function duePapers(
  tx: Database,
  groupId: string,
  given: Record<CorrectedField, string | null>,
): Promise<{ serial: string }[]> {
  const printed = sql`jsonb_strip_nulls(jsonb_build_object(
    'legal_name', nullif(${given.legal_name}::text, ''), 'kind', case when ${given.cin}::text <> '' then ${given.kind}::text end, 'cin', nullif(${given.cin}::text, ''),
    'pan', nullif(${given.pan}::text, ''), 'gstin', nullif(${given.gstin}::text, ''), 'address', nullif(${given.address}::text, '')))`;
  const replaced = sql`select from ${papers} later where later.replaces_id = ${papers.id}`;
  const rows = await tx.execute<{ serial: string }>(sql`
    select ${papers.serial} from billing_search_index
      join ${billings} on ${billings.id} = billing_search_index.billing_id join ${papers} on ${papers.billingId} = ${billings.id}
     where billing_search_index.group_id = ${groupId} and not exists (${replaced}) and not ${isVoid(papers, billings)}
       and coalesce(nullif(${papers.data}->'details', 'null'), '{}') - 'purchase_order' - 'csr_contact' <> ${printed}
     order by ${papers.financialYear}, ${papers.series}, ${papers.number}`);
  return [...rows];
}
