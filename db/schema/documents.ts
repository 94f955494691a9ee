import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts';
import { billings } from './adoption';
import { known } from './known';
import { PAPER_KINDS } from './enums';

/** The last number of a series of papers in a financial year ('2026-27'); papers are numbered without gaps. */
export const paperSeries = pgTable(
  'paper_series',
  {
    series: text().notNull(),
    financialYear: text('financial_year').notNull(),
    lastNumber: integer('last_number').notNull(),
  },
  (t) => [primaryKey({ columns: [t.series, t.financialYear] })],
);

/**
 * An issued paper with the data that it shows. Append-only; a trigger refuses other changes (migration
 * 0009). A later change issues a new paper that names the one it replaces.
 */
export const papers = pgTable(
  'papers',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: PAPER_KINDS }).notNull(),
    /** Null for an annual statement. */
    billingId: uuid('billing_id').references(() => billings.id),
    /** The sponsor of an annual statement. */
    userId: uuid('user_id').references(() => users.id),
    /** What the paper is about, such as the id of a bank receipt; one paper per kind, source and revision. */
    source: text().notNull(),
    revision: integer().notNull().default(1),
    series: text().notNull(),
    financialYear: text('financial_year').notNull(),
    number: integer().notNull(),
    /** The printed number, such as 'PR/2026-27/000012'. */
    serial: text().notNull().unique(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    replacesId: uuid('replaces_id'),
    issuedAt: timestamp('issued_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('papers_number').on(t.series, t.financialYear, t.number),
    uniqueIndex('papers_source').on(t.kind, t.source, t.revision),
    // The register of papers.
    index('papers_register').on(t.financialYear, t.series, t.number),
    index('papers_replaces')
      .on(t.replacesId)
      .where(sql`${t.replacesId} is not null`),
    index('papers_billing').on(t.billingId),
    index('papers_user').on(t.userId),
    known('papers_kind_known', t.kind, PAPER_KINDS),
    check('papers_subject', sql`(${t.billingId} is null) <> (${t.userId} is null)`),
  ],
);
