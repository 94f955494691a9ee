import 'server-only';
import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isRefundDue, refundable } from '@/db/balance';
import { db } from '@/db/client';
import { admins, bankFiles, billings, institutes, payeeAccounts, refunds, releases } from '@/db/schema';
import type { REFUND_STATES, RELEASE_STATES } from '@/db/schema/enums';
import { firstStepOf, needsOtherAdmin } from '@/lib/accounts/administrators/second-step';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { LISTED_ADOPTION } from '@/lib/adoption/core/listed-adoption';
import { readFunds } from '@/lib/funds/queries';
import { readPayeeAccounts } from '@/lib/payees/queries';
import { readColumns } from '@/lib/platform/bank-columns';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { MAX_FILE_PAYMENTS } from '@/lib/platform/limits';
import { toRupees } from '@/lib/platform/money';
import { placeOf } from '@/lib/platform/place-of';
import { readSettings } from '@/lib/settings/queries';
import { fileRows, type FilePayment } from './rules';
import type { Payable } from './schema';

/**
 * Returns whom a file can pay now: institutes with money to pass on, and sponsors to whom money is to be paid back by bank, each with the
 * confirmed account. Of refunds the oldest adoptions, at most MAX_FILE_PAYMENTS.
 */
export async function readPayable(scope: AdminScope): Promise<Payable[]> {
  const paise = refundable(billings);
  const [funds, due] = await Promise.all([
    readFunds(scope),
    withQueryDeadline(
      db()
        .select({ id: billings.id, reference: billings.reference, company: LISTED_ADOPTION.company, paise })
        .from(billings)
        .where(and(isRefundDue(billings), sql`${paise} > 0`))
        .orderBy(asc(billings.createdAt))
        .limit(MAX_FILE_PAYMENTS),
    ),
  ]);
  const accounts = await readPayeeAccounts(
    scope,
    [...funds, ...due].map(({ id }) => id),
  );
  const accountOf = (id: string) => {
    const account = accounts.get(id)?.confirmed;
    return account ? { holder: account.holder, account_number: account.accountNumber, ifsc: account.ifsc } : null;
  };
  return [
    ...funds.map(({ id, name, city, passablePaise }): Payable => ({
      kind: 'institute',
      id,
      name: placeOf(name, city),
      amount: toRupees(passablePaise),
      account: accountOf(id),
    })),
    ...due.map(({ id, reference, company, paise: duePaise }): Payable => ({
      kind: 'adoption',
      id: reference,
      name: company,
      amount: toRupees(duePaise),
      account: accountOf(id),
    })),
  ];
}

/** A file, with the number and the sum of its payments by state. */
export type BankFileRow = {
  number: number;
  payOn: string;
  preparedBy: string | null;
  preparedAt: Date;
  payments: number;
  amountPaise: number;
  recorded: number;
  ordered: number;
};

const preparer = alias(admins, 'preparer');

/** The payments of files as one list of both kinds. */
const payment = sql`(
  select ${releases.bankFileId} as file_id, ${releases.state} as state, ${releases.amountPaise} as paise from ${releases}
   where ${releases.bankFileId} is not null
  union all
  select ${refunds.bankFileId}, ${refunds.state}, ${refunds.amountPaise} from ${refunds} where ${refunds.bankFileId} is not null) payment`;

/** Returns files with payments that wait, and the newest others. @param size how many at most */
export async function listBankFiles(_scope: AdminScope, size: number): Promise<BankFileRow[]> {
  return withQueryDeadline(
    db()
      .select({
        number: bankFiles.number,
        payOn: bankFiles.payOn,
        preparedBy: preparer.username,
        preparedAt: bankFiles.preparedAt,
        payments: sql<number>`count(*)::int`,
        amountPaise: sql<number>`sum(payment.paise)`.mapWith(Number),
        recorded: sql<number>`count(*) filter (where payment.state = 'recorded')::int`,
        ordered: sql<number>`count(*) filter (where payment.state = 'ordered')::int`,
      })
      .from(bankFiles)
      .innerJoin(payment, sql`payment.file_id = ${bankFiles.id}`)
      .leftJoin(preparer, eq(preparer.id, bankFiles.preparedBy))
      .groupBy(bankFiles.id, preparer.username)
      .orderBy(sql`count(*) filter (where payment.state in ('recorded', 'ordered')) > 0 desc`, desc(bankFiles.number))
      .limit(size),
  );
}

/** A payment of a file. */
export type BankFilePayment = FilePayment & {
  kind: 'release' | 'refund';
  id: string;
  /** The institute with its city, or the company. */
  payee: string;
  /** Of the adoption of a refund, with its version; null for an institute. */
  adoption: { reference: string; version: number } | null;
  state: (typeof RELEASE_STATES)[number] | (typeof REFUND_STATES)[number];
  needsOther: boolean;
};

type BankFile = {
  id: string;
  number: number;
  payOn: string;
  preparedBy: string | null;
  preparedAt: Date;
  payments: BankFilePayment[];
};

/** Returns a file with its payments in their order; null for any other number. */
export async function readBankFile(scope: AdminScope, number: number): Promise<BankFile | null> {
  const account = {
    holder: payeeAccounts.holder,
    accountNumber: payeeAccounts.accountNumber,
    ifsc: payeeAccounts.ifsc,
  };
  const [[file], ofReleases, ofRefunds] = await withQueryDeadline(
    Promise.all([
      db()
        .select({
          id: bankFiles.id,
          number: bankFiles.number,
          payOn: bankFiles.payOn,
          preparedBy: preparer.username,
          preparedAt: bankFiles.preparedAt,
        })
        .from(bankFiles)
        .leftJoin(preparer, eq(preparer.id, bankFiles.preparedBy))
        .where(eq(bankFiles.number, number)),
      db()
        .select({
          id: releases.id,
          payee: institutes.name,
          city: institutes.city,
          state: releases.state,
          amountPaise: releases.amountPaise,
          reference: releases.reference,
          payOn: releases.paidOn,
          needsOther: needsOtherAdmin(firstStepOf.transfer(releases), scope.adminId),
          position: sql<number>`${releases.bankFilePosition}`,
          ...account,
        })
        .from(releases)
        .innerJoin(bankFiles, eq(bankFiles.id, releases.bankFileId))
        .innerJoin(payeeAccounts, eq(payeeAccounts.id, releases.payeeAccountId))
        .innerJoin(institutes, eq(institutes.id, releases.instituteId))
        .where(eq(bankFiles.number, number)),
      db()
        .select({
          id: refunds.id,
          payee: LISTED_ADOPTION.company,
          adoption: { reference: billings.reference, version: billings.version },
          state: refunds.state,
          amountPaise: refunds.amountPaise,
          reference: refunds.reference,
          payOn: refunds.paidOn,
          needsOther: needsOtherAdmin(firstStepOf.transfer(refunds), scope.adminId),
          position: sql<number>`${refunds.bankFilePosition}`,
          ...account,
        })
        .from(refunds)
        .innerJoin(bankFiles, eq(bankFiles.id, refunds.bankFileId))
        .innerJoin(payeeAccounts, eq(payeeAccounts.id, refunds.payeeAccountId))
        .innerJoin(billings, eq(billings.id, refunds.billingId))
        .where(eq(bankFiles.number, number)),
    ]),
  );
  if (!file) return null;
  const rows = [
    ...ofReleases.map(({ city, payee, ...row }) => ({
      ...row,
      kind: 'release' as const,
      payee: placeOf(payee, city),
      adoption: null,
    })),
    ...ofRefunds.map((row) => ({ ...row, kind: 'refund' as const })),
  ].toSorted((a, b) => a.position - b.position);
  return { ...file, payments: rows };
}

/**
 * Returns the cells of a file for the bank, with an audit log entry: the payments that are ordered, in the columns of the settings.
 * @returns null if none is, or there is no such file
 */
export async function bankFileCells(scope: AdminScope, number: number): Promise<string[][] | null> {
  const [file, body, { columns }] = await Promise.all([
    readBankFile(scope, number),
    readSettings('body'),
    readSettings('bankFile'),
  ]);
  const ordered = file?.payments.filter(({ state }) => state === 'ordered') ?? [];
  if (!file || ordered.length === 0) return null;
  const after = { number, payments: ordered.length };
  await recordAction(scope, { action: 'bank_file.downloaded', subject: file.id, after });
  return fileRows(readColumns(columns)!, ordered, body.accountNumber);
}
