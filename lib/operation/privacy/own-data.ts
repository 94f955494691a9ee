import 'server-only';
import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core';
import {
  adoptionEntries,
  auditorLinks,
  auditorViews,
  bankReceipts,
  billingEvents,
  billingItems,
  billings,
  changeRequests,
  companies,
  companyKeys,
  consents,
  companyInvitations,
  conversationMessages,
  otpChallenges,
  outboundMessages,
  papers,
  paperScans,
  paymentRefunds,
  payments,
  payeeAccounts,
  refunds,
  releaseLines,
  renewalLines,
  reservations,
  seatMoves,
  sessions,
  transferNotices,
  useLines,
  users,
  waitingRequests,
} from '@/db/schema';
import { ownedByUser } from '@/lib/accounts/ownership';
import { provenEmailById } from '@/lib/accounts/proven-email';
import { SHOWN_EVENTS } from '@/db/schema/adoption-events';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import type { SponsorScope } from '@/lib/accounts/session';
import { withConfirmedAccount } from '@/lib/accounts/with-account';
import type { OwnData } from './schema';

type Section = {
  table: AnyPgTable;
  /** Condition of the rows of a sponsor. */
  of: (userId: string) => SQL | undefined;
  /** Columns that are left out: secrets, inner workings, and names and notes of administrators. */
  omit?: readonly AnyPgColumn[];
  /** Keys that are left out of a column with an object. */
  omitKeys?: { of: AnyPgColumn; keys: readonly string[] };
};

/** Condition: a column has the id of one of the adoptions of the CTE `own`. */
const isOwn = (column: AnyPgColumn) => sql`${column} in (select id from own)`;
const isSame = (column: AnyPgColumn) => (userId: string) => eq(column, userId);
const ofAdoption = (column: AnyPgColumn) => () => isOwn(column);

/** The data of a sponsor, by the names of the sections in the file. Their texts are `ownData` in site-pages.json. */
export const OWN_DATA = {
  account: {
    table: users,
    of: isSame(users.id),
    omit: [users.passwordHash, users.searchText, users.billingDetails],
    omitKeys: { of: users.emailChange, keys: ['by', 'reason'] },
  },
  company: {
    table: companies,
    of: (userId) =>
      or(
        eq(companies.ownerId, userId),
        sql`${companies.id} in (select ${billings.companyId} from ${billings} where ${isOwn(billings.id)})`,
      ),
    omit: [companies.papersDue, companies.version],
  },
  companyKeys: {
    table: companyKeys,
    of: (userId) =>
      sql`(${companyKeys.key} = 'user:' || ${userId}::text or ${companyKeys.key} in (select 'adoption:' || id from own))`,
    omit: [companyKeys.homeId, companyKeys.groupId, companyKeys.joinedBy, companyKeys.reason],
  },
  sessions: { table: sessions, of: isSame(sessions.userId), omit: [sessions.tokenHash] },
  invitations: {
    table: companyInvitations,
    of: isSame(companyInvitations.accountId),
    omit: [companyInvitations.tokenHash],
  },
  codes: {
    table: otpChallenges,
    of: (userId) =>
      or(
        eq(otpChallenges.userId, userId),
        sql`(${otpChallenges.purpose} = 'waiting' and lower(${otpChallenges.email}) = ${provenEmailById(userId)})`,
      ),
    omit: [otpChallenges.codeHash, otpChallenges.requester, otpChallenges.countedBy],
  },
  adoptions: {
    table: billings,
    of: ofAdoption(billings.id),
    omit: [billings.limitKeys, billings.limitSeats, billings.paperDetails],
  },
  consents: { table: consents, of: ofAdoption(consents.billingId) },
  seats: { table: billingItems, of: ofAdoption(billingItems.billingId) },
  reservations: {
    table: reservations,
    of: (userId) =>
      sql`(${reservations.holder} = 'email:' || ${provenEmailById(userId)} or lower(${reservations.email}) = ${provenEmailById(userId)})`,
    omit: [
      reservations.createdBy,
      reservations.confirmedBy,
      reservations.endedBy,
      reservations.reason,
      reservations.version,
    ],
  },
  waiting: {
    table: waitingRequests,
    of: (userId) => sql`lower(${waitingRequests.email}) = ${provenEmailById(userId)}`,
  },
  entries: {
    table: adoptionEntries,
    of: (userId) =>
      sql`(${isOwn(adoptionEntries.billingId)} or lower(${adoptionEntries.sponsor}->>'email') = ${provenEmailById(userId)})`,
    omit: [
      adoptionEntries.enteredBy,
      adoptionEntries.decidedBy,
      adoptionEntries.note,
      adoptionEntries.groupId,
      adoptionEntries.answer,
      adoptionEntries.version,
    ],
  },
  scans: {
    table: paperScans,
    of: (userId) =>
      sql`(${paperScans.entryId} in (select ${adoptionEntries.id} from ${adoptionEntries} where ${isOwn(adoptionEntries.billingId)} or lower(${adoptionEntries.sponsor}->>'email') = ${provenEmailById(userId)}))`,
    omit: [paperScans.content, paperScans.uploadedBy],
  },
  renewals: { table: renewalLines, of: ofAdoption(renewalLines.billingId) },
  moves: { table: seatMoves, of: ofAdoption(seatMoves.billingId), omit: [seatMoves.startedBy] },
  history: {
    table: billingEvents,
    of: () => and(isOwn(billingEvents.billingId), inArray(billingEvents.event, SHOWN_EVENTS)),
    omitKeys: { of: billingEvents.detail, keys: ['by', 'reason'] },
  },
  requests: {
    table: changeRequests,
    of: ofAdoption(changeRequests.billingId),
    omit: [changeRequests.requestedBy, changeRequests.decidedBy],
  },
  conversations: {
    table: conversationMessages,
    of: ofAdoption(conversationMessages.billingId),
    omit: [conversationMessages.instituteId, conversationMessages.authorId, conversationMessages.mailingId],
  },
  payments: {
    table: payments,
    of: ofAdoption(payments.billingId),
    omit: [payments.idempotencyKey, payments.requestHash, payments.nextCheckAt, payments.tries],
  },
  bankTransfers: {
    table: bankReceipts,
    of: ofAdoption(bankReceipts.billingId),
    omit: [
      bankReceipts.recordedBy,
      bankReceipts.confirmedBy,
      bankReceipts.remark,
      bankReceipts.matchedBy,
      bankReceipts.creditId,
    ],
  },
  toldTransfers: { table: transferNotices, of: ofAdoption(transferNotices.billingId) },
  refunds: {
    table: refunds,
    of: ofAdoption(refunds.billingId),
    omit: [refunds.recordedBy, refunds.confirmedBy, refunds.remark, refunds.bankFileId, refunds.bankFilePosition],
  },
  payBackAccounts: {
    table: payeeAccounts,
    of: ofAdoption(payeeAccounts.billingId),
    omit: [payeeAccounts.instituteId, payeeAccounts.statedBy, payeeAccounts.confirmedBy],
  },
  onlineRefunds: {
    table: paymentRefunds,
    of: ofAdoption(paymentRefunds.billingId),
    omit: [paymentRefunds.nextTryAt, paymentRefunds.tries],
  },
  passedOn: { table: releaseLines, of: ofAdoption(releaseLines.billingId) },
  used: { table: useLines, of: ofAdoption(useLines.billingId) },
  auditorLinks: {
    table: auditorLinks,
    of: (userId) => or(isOwn(auditorLinks.billingId), eq(auditorLinks.userId, userId)),
    omit: [auditorLinks.tokenHash],
  },
  auditorViews: {
    table: auditorViews,
    of: (userId) =>
      sql`${auditorViews.linkId} in (select ${auditorLinks.id} from ${auditorLinks}
                                      where ${isOwn(auditorLinks.billingId)} or ${auditorLinks.userId} = ${userId})`,
  },
  papers: { table: papers, of: (userId) => or(isOwn(papers.billingId), eq(papers.userId, userId)) },
  messages: {
    table: outboundMessages,
    of: (userId) =>
      or(isOwn(outboundMessages.billingId), sql`lower(${outboundMessages.recipient}) = ${provenEmailById(userId)}`),
    omit: [
      outboundMessages.dedupeKey,
      outboundMessages.attempts,
      outboundMessages.nextAttemptAt,
      outboundMessages.lastError,
    ],
  },
} as const satisfies Record<string, Section>;

type SectionName = keyof typeof OWN_DATA;
const SECTIONS = Object.entries(OWN_DATA) as [SectionName, Section][];

/** Tables with data about a sponsor that are not in the file; the reasons are `ownData.without` in site-pages.json. */
export const NOT_INCLUDED = [
  'enrolments',
  'report_marks',
  'report_check_places',
  'billing_search_index',
  'line_months',
  'releases',
  'bank_credits',
  'settlement_differences',
  'alerts',
  'audit_log',
  'rate_limits',
] as const;

const list = (names: readonly string[]): SQL => sql`${sql.param([...names])}::text[]`;

/** The rows of a section, as a JSON array. */
function entriesOf({ table, of, omit = [], omitKeys }: Section, userId: string): SQL {
  const row = sql`to_jsonb(${table}) - ${list(omit.map(({ name }) => name))}`;
  const entry = omitKeys
    ? sql`${row} || jsonb_build_object(${omitKeys.of.name}::text, ${omitKeys.of} - ${list(omitKeys.keys)})`
    : row;
  return sql`(select coalesce(jsonb_agg(${entry}), '[]') from ${table} where ${of(userId)})`;
}

/** All sections in one statement, so that they are of one moment. A colleague gets what the person adopted. */
function readSections(personId: string): SQL {
  const isMade = or(ownedByUser(sql`${personId}::uuid`), eq(billings.madeBy, personId));
  const sections = SECTIONS.map(([name, section]) => sql`${entriesOf(section, personId)} as ${sql.identifier(name)}`);
  return sql`with own as (select ${billings.id} from ${billings} where ${isMade})
             select ${sql.join(sections, sql`, `)}`;
}

/**
 * Returns everything that is stored about a sponsor, with explanations in a language.
 * @throws HttpError 403 'auth.confirm_password' if the password was not entered recently
 */
export async function readOwnData(scope: SponsorScope, locale: Locale): Promise<OwnData> {
  const t = getTranslator(locale, 'sitePages.ownData');
  type Row = Record<SectionName, Record<string, unknown>[]>;
  const [row] = await withConfirmedAccount(scope, (tx) => tx.execute<Row>(readSections(scope.personId)));
  return {
    about: t('about'),
    made_at: new Date().toISOString(),
    sections: SECTIONS.map(([name]) => ({ name, about: t(`sections.${name}`), entries: row![name] })),
    not_included: NOT_INCLUDED.map((name) => ({ name, why: t(`without.${name}`) })),
  };
}
