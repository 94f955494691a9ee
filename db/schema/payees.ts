import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { billings } from './adoption';
import { institutes } from './catalogue';
import { PAYEE_ACCOUNT_STATES } from './enums';
import { known } from './known';

/*
 * Whom the receiving body pays, and the files with which its bank is told to (docs/decisions/0047). What a file pays are rows of
 * `releases` and `refunds` that name it.
 */

/**
 * The bank account of an institute, or the one to which money of an adoption is paid back. Somebody states it, an administrator
 * confirms it; another account is another row. Of each payee one is confirmed and one waits, at most.
 */
export const payeeAccounts = pgTable(
  'payee_accounts',
  {
    id: uuid().primaryKey().defaultRandom(),
    instituteId: uuid('institute_id').references(() => institutes.id),
    billingId: uuid('billing_id').references(() => billings.id),
    holder: text('account_name').notNull(),
    accountNumber: text('account_number').notNull(),
    ifsc: text().notNull(),
    state: text({ enum: PAYEE_ACCOUNT_STATES }).notNull().default('stated'),
    /** Account of an administrator or of an office; null: the sponsor. No foreign key: the row outlives it. */
    statedBy: uuid('stated_by'),
    statedAt: timestamp('stated_at', { withTimezone: true }).notNull().defaultNow(),
    confirmedBy: uuid('confirmed_by'),
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('payee_accounts_institute')
      .on(t.instituteId, t.state)
      .where(sql`${t.state} <> 'ended'`),
    uniqueIndex('payee_accounts_billing')
      .on(t.billingId, t.state)
      .where(sql`${t.state} <> 'ended'`),
    index('payee_accounts_open')
      .on(t.statedAt)
      .where(sql`${t.state} = 'stated'`),
    known('payee_accounts_state_known', t.state, PAYEE_ACCOUNT_STATES),
    check('payee_accounts_payee', sql`num_nulls(${t.instituteId}, ${t.billingId}) = 1`),
    check('payee_accounts_number_shape', sql`${t.accountNumber} ~ '^[0-9]{6,18}$'`),
    check('payee_accounts_ifsc_shape', sql`${t.ifsc} ~ '^[A-Z]{4}0[A-Z0-9]{6}$'`),
    check('payee_accounts_confirmed', sql`${t.state} <> 'confirmed' or ${t.confirmedAt} is not null`),
    check('payee_accounts_ended', sql`(${t.state} = 'ended') = (${t.endedAt} is not null)`),
  ],
);

/** A file for the bank. */
export const bankFiles = pgTable('bank_files', {
  id: uuid().primaryKey().defaultRandom(),
  /** From 1, without gaps. */
  number: integer().notNull().unique(),
  /** The day on which the bank is to pay, in India. */
  payOn: date('pay_on', { mode: 'string' }).notNull(),
  /** No foreign key: the row outlives the account. */
  preparedBy: uuid('prepared_by').notNull(),
  preparedAt: timestamp('prepared_at', { withTimezone: true }).notNull().defaultNow(),
});

/** Of money that a file pays: the file, the place in it from 1, and the account that it goes to. Without a file they are null. */
export const inBankFile = {
  bankFilePosition: integer('bank_file_position'),
  bankFileId: uuid('bank_file_id').references(() => bankFiles.id),
  payeeAccountId: uuid('payee_account_id').references(() => payeeAccounts.id),
};
