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
    index('companies_pan')
      .on(t.pan)
      .where(sql`${t.pan} <> ''`),
    index('companies_papers_due')
      .on(t.id)
      .where(sql`${t.papersDue}`),
    known('companies_kind_known', t.kind, COMPANY_KINDS),
    check('companies_plants_count', sql`cardinality(${t.plants}) <= 50`),
  ],
);

/**
 * A company as administrators see it: all adoptions, accounts and guests that are proven, or were joined by an administrator, to be
 * one. It groups them and changes none of them: what papers print is in `companies`.
 */
export const companyGroups = pgTable(
  'company_groups',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** As its first adoption or account named it, until an administrator corrects it. */
    name: text().notNull(),
    /** The name without what says nothing (companyName of lib/admin/receipts/company-names.ts), for names that are near. */
    nameKey: text('name_key').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('company_groups_name').on(sql`lower(${t.name} collate "und-x-icu") collate "C"`, t.id),
    index('company_groups_name_key').on(sql`${t.nameKey} collate "C"`),
    index('company_groups_search').using('gin', sql`search_key(${t.name}) gin_trgm_ops`),
  ],
);

/**
 * What makes a company: 'domain:…' everybody with a proven address there; 'user:<id>' an account or guest with a proven address of a
 * public provider; 'adoption:<id>' a single adoption. Which of them an adoption has: `groupOf` in lib/admin/companies/statements.ts.
 */
export const companyKeys = pgTable(
  'company_keys',
  {
    key: text().primaryKey(),
    /** The company that it is by itself; null for an account or adoption that an administrator took out of another key. */
    homeId: uuid('home_id').references(() => companyGroups.id),
    groupId: uuid('group_id')
      .notNull()
      .references(() => companyGroups.id),
    /** Who joined it with another company, when and why; null while it is at home. */
    joinedBy: text('joined_by'),
    joinedAt: timestamp('joined_at', { withTimezone: true }),
    reason: text(),
  },
  (t) => [
    index('company_keys_group').on(t.groupId),
    index('company_keys_home').on(t.homeId),
    check('company_keys_key_form', sql`${t.key} ~ '^(domain:.+|(user|adoption):[0-9a-f-]{36})$'`),
    check('company_keys_joined', sql`(${t.joinedAt} is null) = (${t.homeId} is not distinct from ${t.groupId})`),
    check(
      'company_keys_joined_why',
      sql`(${t.joinedAt} is null) = (${t.reason} is null) and (${t.joinedAt} is null) = (${t.joinedBy} is null)`,
    ),
  ],
);
