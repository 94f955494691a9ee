import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts';
import { known } from './known';
import { COMPANY_KINDS } from './enums';

/**
 * What papers and reports say of a company: one record of an account, for all of its adoptions, or one of a single adoption of
 * a guest (`billings.company_id`). Which record an adoption has: `companyOf` in lib/company/statements.ts. Empty: not given.
 */
export const companies = pgTable(
  'companies',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The account; null for the record of a guest's adoption. */
    ownerId: uuid('owner_id').references(() => users.id),
    legalName: text('legal_name').notNull().default(''),
    /** Null if unknown. */
    kind: text({ enum: COMPANY_KINDS }),
    /** The CIN; of an LLP its LLPIN. */
    cin: text().notNull().default(''),
    pan: text().notNull().default(''),
    gstin: text().notNull().default(''),
    address: text().notNull().default(''),
    /** Who answers for CSR: a name, and what else the company wants to say. */
    csrContact: text('csr_contact').notNull().default(''),
    /** Where e-mails with papers go as well. */
    papersEmail: text('papers_email').notNull().default(''),
    /** Districts or places with plants of the company, for its 'local area'. */
    plants: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Whether papers of other adoptions of the account may still show what was there before. */
    papersDue: boolean('papers_due').notNull().default(false),
    /** Increased by every change, so that an outdated form is noticed. */
    version: integer().notNull().default(0),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    /** The sponsor's person who changed it last, with name and e-mail at that time; null for guests and administrators. */
    updatedBy: text('updated_by'),
  },
  (t) => [
    uniqueIndex('companies_owner')
      .on(t.ownerId)
      .where(sql`${t.ownerId} is not null`),
    index('companies_papers_due')
      .on(t.id)
      .where(sql`${t.papersDue}`),
    known('companies_kind_known', t.kind, COMPANY_KINDS),
    check('companies_plants_count', sql`cardinality(${t.plants}) <= 50`),
  ],
);
