import { sql } from 'drizzle-orm';
import { check, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** People who adopt: guests of the public flow and registered sponsors. The same e-mail may be one of each. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    fullName: text('full_name').notNull(),
    designation: text().notNull(),
    email: text().notNull(),
    phoneNumber: text('phone_number').notNull(),
    companyName: text('company_name').notNull(),
    industry: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_kind_email').on(t.kind, sql`lower(${t.email})`),
    check('users_kind_known', sql`${t.kind} in ('guest', 'registered')`),
  ],
);
