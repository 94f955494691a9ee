import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Columns } from '@/db/conditions';
import { companies } from '@/db/schema';
import { COMPANY_FIELDS } from './rules';
import { IS_PRINTED, type Company, type CompanyDetails, type PrintedCompany } from './schema';

type Billing = Columns<'companyId' | 'userId'>;

const ofAccount = alias(companies, 'company_of_account');
const shown = alias(companies, 'shown_company');

/** The id of the record of an account; null if it has none. */
export const recordOfAccount = (userId: SQL | string): SQL<string | null> =>
  sql`(select ${ofAccount.id} from ${companies} ${ofAccount} where ${ofAccount.ownerId} = ${userId})`;

/** The id of the record that an adoption has: its own, otherwise that of the account that it belongs to; null if there is none. */
export const companyOf = (billing: Billing): SQL<string | null> =>
  sql`coalesce(${billing.companyId}, ${recordOfAccount(sql`${billing.userId}`)})`;

/** The column of each field, with which a record is read and written. */
export const COMPANY_COLUMNS = {
  legal_name: 'legalName',
  kind: 'kind',
  cin: 'cin',
  pan: 'pan',
  gstin: 'gstin',
  address: 'address',
  csr_contact: 'csrContact',
  papers_email: 'papersEmail',
  plants: 'plants',
} as const satisfies Record<keyof Company, keyof typeof companies.$inferSelect>;

const PRINTED_FIELDS = COMPANY_FIELDS.filter((field) => IS_PRINTED[field]);
/** The kind tells how to name the CIN, and is of no use without it. */
const printed = (field: keyof Company): SQL =>
  field === 'kind'
    ? sql`case when ${shown.cin} <> '' then ${shown.kind} end`
    : sql`nullif(${shown[COMPANY_COLUMNS[field]]}, '')`;

/** What papers show of a record (PrintedCompany) as jsonb; null if that is nothing. @param orderNumber of the adoption */
export const printedCompany = (id: SQL, orderNumber: SQL = sql`null::text`): SQL<PrintedCompany | null> => sql`
  nullif(jsonb_strip_nulls(jsonb_build_object('purchase_order', ${orderNumber})) || coalesce((
    select jsonb_strip_nulls(jsonb_build_object(
             ${sql.join(
               PRINTED_FIELDS.flatMap((field) => [sql.raw(`'${field}'`), printed(field)]),
               sql`, `,
             )}))
      from ${companies} ${shown} where ${shown.id} = ${id}), '{}'), '{}')`;

/** The columns of a record that a company fills. */
export const companyColumns = (company: Company): Partial<typeof companies.$inferInsert> => ({
  ...Object.fromEntries(COMPANY_FIELDS.map((field) => [COMPANY_COLUMNS[field], company[field]])),
  kind: company.kind || null,
});

/** The record as jsonb (CompanyDetails); null if there is none. */
export const companyDetails = (id: SQL): SQL<CompanyDetails | null> => {
  const values = COMPANY_FIELDS.map(
    (field) => sql`${sql.raw(`'${field}'`)}, coalesce(to_jsonb(${shown[COMPANY_COLUMNS[field]]}), '""')`,
  );
  return sql`
  (select jsonb_build_object('version', ${shown.version}, ${sql.join(values, sql`, `)})
     from ${companies} ${shown} where ${shown.id} = ${id})`;
};
