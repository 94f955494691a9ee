import 'server-only';
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isExact, isRefundDue, onlineRefunds, outstanding, paidBackTooMuch, refundDue } from '@/db/balance';
import { todayInIndia } from '@/db/days';
import { db, type Database } from '@/db/client';
import type { Columns } from '@/db/conditions';
import { isLiveReservation } from '@/db/hold-conditions';
import {
  adoptionEntries,
  admins,
  alerts,
  auditLog,
  bankFiles,
  bankReceipts,
  billingEvents,
  billings,
  changeRequests,
  conversationMessages,
  courses,
  institutes,
  jobRuns,
  outboundMessages,
  payeeAccounts,
  paymentNotices,
  paymentRefunds,
  payments,
  proposals,
  refunds,
  releaseLines,
  releases,
  reservationItems,
  reservations,
  seatMoves,
  settings,
  settlementDifferences,
  settlementReports,
  transferNotices,
  users,
} from '@/db/schema';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { LISTED_ADOPTION } from '@/lib/adoption/core/listed-adoption';
import { areaOf, type AreaConditions } from '@/lib/catalogue/areas/queries';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { once } from '@/lib/platform/once';
import { isToCome } from '@/lib/adoption/pledge/transfer-notice';
import { lineMoney } from '@/lib/funds/statements';
import { isBack } from '@/lib/admin/moves/statements';
import { isUnanswered } from '@/lib/money/statements';
import { hasLateReport, lateReports, remindedOn } from '@/lib/register/report-statements';
import {
  ATTENTION_KINDS,
  TASK_KINDS,
  type AttentionCounts,
  type AttentionFilter,
  type AttentionKind,
  type AttentionRow,
} from './schema';

/** The adoption that somebody named. */
const named = alias(billings, 'named');

/** Days after which an administrator hears of a settlement report that cannot be read. */
const UNREAD_DAYS = sql.raw('3');
/** Minutes for which a job has failed when an administrator hears of it. */
const JOB_FAILING_MINUTES = sql.raw('15');

const inLastMonth = (time: SQLWrapper) => sql`${time} > now() - interval '30 days'`;

/** Events after which more money is to be paid back than before. */
const MORE_DUE = sql.raw(
  ['receipt_confirmed', 'paid', 'paid_too_late', 'paid_again', 'reduced', 'moved', 'cancelled', 'refund_returned']
    .map((event) => `'${event}'`)
    .join(', '),
);

/** The time of the last of these events of an adoption; of the adoption if it had none. */
const lastEvent = (events: SQL) => sql`(
  select coalesce(max(${billingEvents.at}), ${billings.createdAt}) from ${billingEvents}
   where ${billingEvents.billingId} = ${billings.id} and ${billingEvents.event} in (${events}))`;

/** The columns of an item that its kind has; the others are null. The reference and the company are those of the billing. */
type Item = {
  id: SQLWrapper;
  since: SQLWrapper;
  company?: SQLWrapper;
  reference?: SQLWrapper;
  amount?: SQLWrapper;
  total?: SQLWrapper;
  about?: SQLWrapper;
  note?: SQLWrapper;
  admin?: SQLWrapper;
  value?: SQLWrapper;
  most?: SQLWrapper;
  version?: SQLWrapper;
  payer?: SQLWrapper;
  day?: SQLWrapper;
  missing?: SQLWrapper;
};

const billingOf = (id: SQLWrapper) => sql`${billings} on ${billings.id} = ${id}`;
const NULL = sql`null`;
const COMPANY = LISTED_ADOPTION.company;

/** An alert may be about no adoption, and then has no company. */
const ALERT: Item = {
  id: alerts.id,
  since: alerts.raisedAt,
  company: sql`coalesce(${COMPANY}, '')`,
  about: alerts.kind,
  note: alerts.subject,
  value: alerts.value,
  most: alerts.most,
};
const alertsThat = (condition: SQL) => sql`
  ${alerts} left join ${billingOf(alerts.billingId)} where ${alerts.lookedAt} is null and ${condition}`;

const RECEIPT: Item = {
  id: bankReceipts.id,
  since: bankReceipts.recordedAt,
  amount: bankReceipts.amountPaise,
  total: bankReceipts.tdsPaise,
  about: bankReceipts.mode,
  note: bankReceipts.reference,
  admin: bankReceipts.recordedBy,
};

/** What one administrator both began and confirmed, for want of a second one. */
const ALONE = sql`
  select ${bankReceipts.id}, ${bankReceipts.billingId}, 'receipt' as about, ${bankReceipts.amountPaise},
         ${bankReceipts.confirmedBy} as admin_id, ${bankReceipts.confirmedAt} as at
    from ${bankReceipts} where ${bankReceipts.confirmedBy} = coalesce(${bankReceipts.matchedBy}, ${bankReceipts.recordedBy})
  union all
  select ${refunds.id}, ${refunds.billingId}, 'refund', ${refunds.amountPaise}, ${refunds.confirmedBy}, ${refunds.confirmedAt}
    from ${refunds} where ${refunds.confirmedBy} = ${refunds.recordedBy}
  union all
  select ${changeRequests.id}, ${changeRequests.billingId}, ${changeRequests.kind}, null, ${changeRequests.decidedBy}, ${changeRequests.decidedAt}
    from ${changeRequests} where ${changeRequests.decidedBy} = ${changeRequests.requestedBy} and ${changeRequests.state} = 'approved'
  union all
  select ${adoptionEntries.id}, ${adoptionEntries.billingId}, 'entry', null, ${adoptionEntries.decidedBy}, ${adoptionEntries.decidedAt}
    from ${adoptionEntries} where ${adoptionEntries.decidedBy} = ${adoptionEntries.enteredBy} and ${adoptionEntries.state} = 'confirmed'
  union all
  select ${releases.id}, null, 'release', ${releases.amountPaise}, ${releases.confirmedBy}, ${releases.confirmedAt}
    from ${releases} where ${releases.confirmedBy} = ${releases.recordedBy}`;

/** The conversations with messages that nobody answered: how many, since when, and the newest one. */
const UNANSWERED = sql`
  select (array_agg(${conversationMessages.id} order by ${conversationMessages.at} desc))[1] as id, ${conversationMessages.billingId},
         ${conversationMessages.instituteId}, count(*) as messages, min(${conversationMessages.at}) as since,
         (array_agg(left(${conversationMessages.text}, 300) order by ${conversationMessages.at} desc))[1] as newest
    from ${conversationMessages} where ${conversationMessages.answeredAt} is null and ${conversationMessages.side} <> 'department'
   group by ${conversationMessages.billingId}, ${conversationMessages.instituteId}`;

/** Days after that of a payment on which the bank statement should have it. */
const ORDER_DAYS = sql.raw('2');

/** The payments of files for the bank of one kind. */
const orders = (payment: typeof releases | typeof refunds, institute: SQL, billingId: SQL) => sql`
  select ${payment.id}, ${payment.confirmedAt} as since, ${payment.amountPaise} as paise, ${payment.paidOn}::text as day, ${bankFiles.number} as number,
         ${institute} as institute, ${billingId} as billing_id
    from ${payment} join ${bankFiles} on ${bankFiles.id} = ${payment.bankFileId}`;
const isLateOrder = ({ state, paidOn }: Columns<'state' | 'paidOn'>) =>
  sql`${state} = 'ordered' and ${paidOn} < ${todayInIndia} - ${ORDER_DAYS}::int`;

/** Adoptions of which more was passed on to an institute than is left of their money, and how much more. */
const excess = () => sql`
  select line."billingId" as billing_id, sum(line."passedPaise" - line."receivedPaise" + line."returnedPaise") as paise
    from ${lineMoney(
      sql`${billings.id} in (select ${releaseLines.billingId} from ${releaseLines})
          and (${billings.refundedPaise} > 0
               or ${billings.id} in (select ${bankReceipts.billingId} from ${bankReceipts} where ${bankReceipts.state} = 'bounced'))`,
      sql`${todayInIndia}`,
    )} line
   where line."passedPaise" > line."receivedPaise" - line."returnedPaise" group by 1`;

/** The institutes with late reports, and how many these are: one for each offer and kind. */
function lateInstitutes(): SQL {
  const late = lateReports();
  return sql`
  select ${late.instituteId} as institute_id, count(*) as reports, min(${late.dueOn}) as due_on, max(${remindedOn(late)}) as reminded_on
    from ${late} group by 1`;
}

/** The pledges with money missing that meet a condition. */
const shortPledges = (condition: SQL) =>
  sql`${billings} where ${billings.state} = 'pledged' and ${condition} and ${outstanding(billings)} > 0`;
const MISSING = { id: billings.id, amount: outstanding(billings), total: billings.totalPaise };

/**
 * Per kind the tables with their condition, which an index covers, and the item that they make; `counted` are tables with as many rows
 * that take less.
 */
const sources = once((): Record<AttentionKind, { from: SQL; item: Item; counted?: SQL }> => ({
  restored: {
    from: sql`${auditLog} where ${auditLog.action} = 'database.restored' and ${inLastMonth(auditLog.at)}`,
    item: {
      id: sql`md5('restored' || ${auditLog.id})::uuid`,
      since: auditLog.at,
      company: sql`''`,
      reference: NULL,
      note: sql`${auditLog.after}->>'backup_of'`,
    },
  },
  account_waits: {
    from: sql`${settings} where ${settings.group} = 'account_change'`,
    item: {
      id: sql`md5('account_waits')::uuid`,
      since: settings.updatedAt,
      company: sql`${settings.value}->>'legalName'`,
      reference: NULL,
      note: sql`${settings.value}->>'accountNumber'`,
      admin: sql`(${settings.value}->>'by')`,
    },
  },
  account_changed: {
    from: sql`${auditLog} where ${auditLog.action} in ('settings.account_confirmed', 'settings.account_changed')
                            and ${inLastMonth(auditLog.at)}`,
    item: {
      id: sql`md5('account_changed' || ${auditLog.id})::uuid`,
      since: auditLog.at,
      company: sql`${auditLog.after}->>'legalName'`,
      reference: NULL,
      about: sql`${auditLog.after}->>'proposed_by'`,
      note: sql`${auditLog.after}->>'accountNumber'`,
      admin: auditLog.adminId,
    },
  },
  email_waits: {
    from: sql`${users} where ${users.emailChange} is not null`,
    item: {
      id: users.id,
      since: sql`(${users.emailChange}->>'at')::timestamptz`,
      company: users.companyName,
      reference: NULL,
      about: users.email,
      note: sql`${users.emailChange}->>'email'`,
      admin: sql`(${users.emailChange}->>'by')`,
    },
  },
  email_changed: {
    from: sql`${auditLog} where ${auditLog.action} in ('user.email_confirmed', 'user.email_changed')
                            and ${inLastMonth(auditLog.at)}`,
    item: {
      id: sql`md5('email_changed' || ${auditLog.id})::uuid`,
      since: auditLog.at,
      company: sql`coalesce((select ${users.companyName} from ${users} where ${users.id} = ${auditLog.subject}::uuid), '')`,
      reference: NULL,
      about: sql`${auditLog.after}->>'proposed_by'`,
      note: sql`${auditLog.after}->>'email'`,
      admin: auditLog.adminId,
    },
  },
  over_term: {
    from: shortPledges(sql`${billings.dueAt} <= now()`),
    item: { ...MISSING, since: billings.dueAt },
  },
  short: {
    // Parts that are not due yet are not missing.
    from: shortPledges(sql`${billings.receivedPaise} > ${billings.refundedPaise} and ${billings.instalments} is null`),
    item: {
      ...MISSING,
      since: sql`(select coalesce(max(${bankReceipts.confirmedAt}), ${billings.createdAt}) from ${bankReceipts}
                   where ${bankReceipts.billingId} = ${billings.id})`,
    },
  },
  bounced: {
    from: shortPledges(
      sql`${billings.id} in (select ${bankReceipts.billingId} from ${bankReceipts} where ${bankReceipts.state} = 'bounced')`,
    ),
    item: { ...MISSING, since: lastEvent(sql`'receipt_bounced'`) },
  },
  refund_due: {
    from: sql`${billings} where ${isRefundDue(billings)} and ${refundDue(billings)} > ${onlineRefunds(billings)}`,
    item: {
      id: billings.id,
      since: lastEvent(MORE_DUE),
      amount: sql`(${refundDue(billings)} - ${onlineRefunds(billings)})`,
    },
  },
  paid_back_too_much: {
    from: sql`${billings} where ${billings.refundedPaise} > 0 and ${paidBackTooMuch(billings)} > 0`,
    item: { id: billings.id, since: lastEvent(sql`'refund_confirmed'`), amount: paidBackTooMuch(billings) },
  },
  transfer_told: {
    from: sql`${transferNotices} join ${billingOf(transferNotices.billingId)} where ${isToCome(['recorded', 'confirmed'])}`,
    item: {
      id: transferNotices.billingId,
      since: transferNotices.toldAt,
      amount: sql`coalesce(${transferNotices.amountPaise}, ${outstanding(billings)} - ${transferNotices.tdsPaise})`,
      total: transferNotices.tdsPaise,
      about: transferNotices.paidOn,
      note: sql`concat_ws(', ', ${transferNotices.utr}, nullif(${transferNotices.payer}, ''))`,
    },
  },
  receipt_waits: {
    from: sql`${bankReceipts} join ${billingOf(bankReceipts.billingId)} where ${bankReceipts.state} = 'recorded'`,
    item: {
      ...RECEIPT,
      version: billings.version,
      payer: bankReceipts.payer,
      day: bankReceipts.creditedOn,
      missing: outstanding(billings),
    },
  },
  unmatched: {
    from: sql`${bankReceipts} where ${bankReceipts.state} = 'recorded' and ${bankReceipts.billingId} is null`,
    item: { ...RECEIPT, reference: NULL, company: bankReceipts.payer },
  },
  refund_waits: {
    from: sql`${refunds} join ${billingOf(refunds.billingId)} where ${refunds.state} = 'recorded'`,
    item: {
      id: refunds.id,
      since: refunds.recordedAt,
      amount: refunds.amountPaise,
      about: refunds.mode,
      note: refunds.reference,
      admin: refunds.recordedBy,
    },
  },
  release_waits: {
    from: sql`${releases} join ${institutes} on ${institutes.id} = ${releases.instituteId} where ${releases.state} = 'recorded'`,
    item: {
      id: releases.id,
      since: releases.recordedAt,
      company: institutes.name,
      reference: NULL,
      amount: releases.amountPaise,
      about: releases.mode,
      note: releases.reference,
      admin: releases.recordedBy,
    },
  },
  payee_account: {
    from: sql`${payeeAccounts} left join ${billingOf(payeeAccounts.billingId)}
                left join ${institutes} on ${institutes.id} = ${payeeAccounts.instituteId} where ${payeeAccounts.state} = 'stated'`,
    item: {
      id: payeeAccounts.id,
      since: payeeAccounts.statedAt,
      company: sql`coalesce(${institutes.name}, ${COMPANY})`,
      about: payeeAccounts.holder,
      note: payeeAccounts.accountNumber,
      admin: payeeAccounts.statedBy,
    },
  },
  bank_order: {
    from: sql`(${orders(releases, sql`${institutes.name}`, sql`null::uuid`)} join ${institutes} on ${institutes.id} = ${releases.instituteId}
                where ${isLateOrder(releases)}
                union all
               ${orders(refunds, sql`null`, sql`${refunds.billingId}`)} where ${isLateOrder(refunds)}) late_order
              left join ${billingOf(sql`late_order.billing_id`)} where true`,
    item: {
      id: sql`late_order.id`,
      since: sql`late_order.since`,
      company: sql`coalesce(late_order.institute, ${COMPANY})`,
      amount: sql`late_order.paise`,
      about: sql`late_order.day`,
      value: sql`late_order.number`,
    },
  },
  passed_too_much: {
    from: sql`(${excess()}) excess join ${billingOf(sql`excess.billing_id`)} where true`,
    item: { id: billings.id, since: lastEvent(sql`'refund_confirmed', 'receipt_bounced'`), amount: sql`excess.paise` },
  },
  alone: {
    from: sql`(${ALONE}) alone left join ${billingOf(sql`alone.billing_id`)} where ${inLastMonth(sql`alone.at`)}`,
    item: {
      id: sql`alone.id`,
      since: sql`alone.at`,
      company: sql`coalesce(${COMPANY}, (select ${institutes.name} from ${releases} join ${institutes} on ${institutes.id} = ${releases.instituteId}
                                         where ${releases.id} = alone.id))`,
      amount: sql`alone.amount_paise`,
      about: sql`alone.about`,
      admin: sql`alone.admin_id`,
    },
  },
  // A failed refund of money that was paid back by bank since needs nothing any more.
  online_refund: {
    from: sql`${paymentRefunds} join ${billingOf(paymentRefunds.billingId)}
                join ${payments} on ${payments.id} = ${paymentRefunds.paymentId}
               where ${paymentRefunds.state} in ('due', 'pending') and ${paymentRefunds.dueAt} < now() - interval '1 day'
                  or ${paymentRefunds.state} = 'failed' and (not ${isExact(payments)} or ${isRefundDue(billings)})`,
    item: {
      id: paymentRefunds.id,
      since: paymentRefunds.dueAt,
      amount: paymentRefunds.amountPaise,
      about: paymentRefunds.state,
      note: paymentRefunds.failureReason,
    },
  },
  dispute: {
    from: sql`(select ${paymentNotices.provider}, ${paymentNotices.gatewayId}, min(${paymentNotices.receivedAt}) as since
                 from ${paymentNotices} where ${paymentNotices.outcome} in ('disputed', 'dispute_over')
                group by 1, 2 having bool_and(${paymentNotices.outcome} = 'disputed')) disputes
              join ${payments} on ${payments.provider} = disputes.provider and ${payments.transactionId} = disputes.gateway_id
              join ${billingOf(payments.billingId)} where true`,
    item: {
      id: payments.id,
      since: sql`disputes.since`,
      amount: payments.capturedPaise,
      note: sql`disputes.gateway_id`,
    },
  },
  // A report that cannot be read is an item as well: its payments are not compared.
  settlement: {
    from: sql`(select ${settlementDifferences.id}, ${settlementDifferences.provider}, ${settlementDifferences.billingId},
                      ${settlementDifferences.kind}, ${settlementDifferences.entityId} as note,
                      coalesce(${settlementDifferences.reportedPaise}, ${settlementDifferences.expectedPaise}) as amount,
                      ${settlementDifferences.expectedPaise} as expected, ${settlementDifferences.foundAt} as since
                 from ${settlementDifferences} where ${settlementDifferences.explainedAt} is null
                union all
               select md5(${settlementReports.provider} || ${settlementReports.day})::uuid, ${settlementReports.provider}, null,
                      'unread', ${settlementReports.day}::text, null, null,
                      (${settlementReports.day} + 1)::timestamp at time zone 'Asia/Kolkata'
                 from ${settlementReports}
                where ${settlementReports.readAt} is null and ${settlementReports.day} < ${todayInIndia} - ${UNREAD_DAYS}) differences
              left join ${billingOf(sql`differences.billing_id`)} where true`,
    item: {
      id: sql`differences.id`,
      since: sql`differences.since`,
      company: sql`coalesce(${COMPANY}, differences.provider)`,
      amount: sql`differences.amount`,
      total: sql`differences.expected`,
      about: sql`differences.kind`,
      note: sql`differences.note`,
    },
  },
  unanswered: {
    from: sql`${payments} join ${billingOf(payments.billingId)} where ${isUnanswered(payments)}`,
    item: {
      id: payments.id,
      since: payments.createdAt,
      amount: payments.amountPaise,
      note: sql`coalesce(${payments.providerRef}, ${payments.id}::text)`,
    },
  },
  request: {
    from: sql`${changeRequests} join ${billingOf(changeRequests.billingId)}
               where ${changeRequests.state} = 'open'`,
    item: {
      id: changeRequests.id,
      since: changeRequests.requestedAt,
      about: changeRequests.kind,
      note: changeRequests.reason,
      admin: changeRequests.requestedBy,
    },
  },
  // One item for each conversation, since an answer answers all that is open.
  conversation: {
    from: sql`(${UNANSWERED}) unanswered left join ${billingOf(sql`unanswered.billing_id`)}
              left join ${institutes} on ${institutes.id} = unanswered.institute_id where true`,
    item: {
      id: sql`unanswered.id`,
      since: sql`unanswered.since`,
      company: sql`coalesce(${institutes.name}, ${COMPANY})`,
      about: sql`unanswered.institute_id`,
      note: sql`unanswered.newest`,
      value: sql`unanswered.messages`,
    },
  },
  entry: {
    from: sql`${adoptionEntries} where ${adoptionEntries.state} = 'waiting'`,
    item: {
      id: adoptionEntries.id,
      since: adoptionEntries.enteredAt,
      company: sql`${adoptionEntries.sponsor}->>'company'`,
      reference: NULL,
      amount: sql`(select sum((line->>'seats')::bigint * (line->>'pricePaise')::bigint) from jsonb_array_elements(${adoptionEntries.lines}) line)`,
      value: sql`(select sum((line->>'seats')::int) from jsonb_array_elements(${adoptionEntries.lines}) line)`,
      note: adoptionEntries.paperReference,
      admin: adoptionEntries.enteredBy,
    },
  },
  agreement: {
    from: sql`${reservations} where ${reservations.kind} = 'agreement' and ${reservations.isProposed} and ${isLiveReservation(reservations)}`,
    item: {
      id: reservations.id,
      since: reservations.createdAt,
      company: reservations.company,
      reference: NULL,
      value: sql`(select sum(${reservationItems.seats}) from ${reservationItems} where ${reservationItems.reservationId} = ${reservations.id})`,
      note: reservations.reason,
      admin: reservations.createdBy,
    },
  },
  move_back: {
    from: sql`${seatMoves} join ${billingOf(seatMoves.billingId)} join ${courses} on ${courses.id} = ${seatMoves.fromCourseId} where ${isBack}`,
    item: {
      id: seatMoves.id,
      since: seatMoves.endedAt,
      reference: NULL,
      value: seatMoves.seats,
      note: sql`concat_ws(', ', ${courses.courseType}, ${courses.branch}, ${courses.city})`,
      admin: seatMoves.startedBy,
    },
  },
  // One item for each institute, since its proposals are decided together.
  proposal: {
    from: sql`(select ${proposals.instituteId} as id, count(*) as open, min(${proposals.proposedAt}) as since
                 from ${proposals} where ${proposals.state} = 'open' group by 1) proposed
              join ${institutes} on ${institutes.id} = proposed.id where true`,
    item: {
      id: sql`proposed.id`,
      since: sql`proposed.since`,
      company: institutes.name,
      reference: NULL,
      value: sql`proposed.open`,
    },
  },
  // One item for each institute, since its office is reminded of all of them at once.
  reports_late: {
    from: sql`(${lateInstitutes()}) late join ${institutes} on ${institutes.id} = late.institute_id where true`,
    counted: sql`${institutes} where ${hasLateReport()}`,
    item: {
      id: institutes.id,
      since: sql`(late.due_on + 1)::timestamp at time zone 'Asia/Kolkata'`,
      company: institutes.name,
      reference: NULL,
      value: sql`late.reports`,
      about: sql`late.reminded_on`,
    },
  },
  message: {
    from: sql`${outboundMessages} left join ${billingOf(outboundMessages.billingId)}
               where ${outboundMessages.deadAt} is not null`,
    item: {
      id: outboundMessages.id,
      since: outboundMessages.deadAt,
      company: sql`coalesce(${COMPANY}, ${outboundMessages.recipient})`,
      about: outboundMessages.kind,
      note: outboundMessages.lastError,
    },
  },
  // The reference is what somebody typed: it leads to an adoption only if there is one.
  mailbox: {
    from: alertsThat(sql`${alerts.kind} = 'mailbox'`),
    item: {
      ...ALERT,
      company: sql`${alerts.detail}->>'company_name'`,
      reference: sql`(select ${named.reference} from ${billings} ${named} where ${named.reference} = ${alerts.detail}->>'reference')`,
      about: sql`${alerts.detail}::text`,
    },
  },
  unusual: { from: alertsThat(sql`${alerts.kind} not in ('codes', 'mailbox')`), item: ALERT },
  codes: { from: alertsThat(sql`${alerts.kind} = 'codes'`), item: ALERT },
  job: {
    from: sql`${jobRuns} where ${jobRuns.failingSince} <= now() - interval '${JOB_FAILING_MINUTES} minutes'`,
    item: {
      id: sql`md5('job' || ${jobRuns.job})::uuid`,
      since: jobRuns.failingSince,
      company: sql`''`,
      reference: NULL,
      about: jobRuns.job,
      note: jobRuns.errorCode,
    },
  },
}));

/** The kinds of an administrator who is limited to an area: their items join the institute that they are about. */
const AREA_KINDS: readonly AttentionKind[] = ['conversation', 'proposal', 'reports_late'];

/** The tables of a kind with its condition, for an area that its items lie in. */
const within = (from: SQL, area: AreaConditions | null): SQL => (area ? sql`${from} and ${area.institute}` : from);

/** Selects the number of items of each kind; its cost follows the number of items, and of offers of institutes with an office, not of billings. */
export function selectCounts(area: AreaConditions | null = null): SQL {
  const countOf = (kind: AttentionKind) => {
    const { counted, from } = sources()[kind];
    if (area && !AREA_KINDS.includes(kind)) return sql`0`;
    return sql`(select count(*) from ${within(counted ?? from, area)})`;
  };
  return sql`select ${sql.join(
    ATTENTION_KINDS.map((kind) => sql`${countOf(kind)} as ${sql.identifier(kind)}`),
    sql`, `,
  )}`;
}

/** Counts the items of each kind. Throws DeadlineError when the database does not answer in time. */
export const countAttention = async (scope: AreaScope): Promise<AttentionCounts> =>
  attentionCounts(db(), await areaOf(scope));

/** Does the same for the metrics and the e-mails to administrators. */
export async function attentionCounts(
  database: Database = db(),
  area: AreaConditions | null = null,
): Promise<AttentionCounts> {
  const [counts] = await withQueryDeadline(database.execute<AttentionCounts>(selectCounts(area)));
  return counts!;
}

function itemsOf(kind: AttentionKind, area: AreaConditions | null): SQL {
  const { from, item } = sources()[kind];
  const { id, since, company = COMPANY, reference = billings.reference } = item;
  const { amount = NULL, total = NULL, about = NULL, note = NULL, admin = NULL } = item;
  const { value = NULL, most = NULL, version = NULL, payer = NULL, day = NULL, missing = NULL } = item;
  return sql`select ${kind}::text as kind, ${id} as id, ${reference}::text as reference, ${company} as company,
                    ${amount}::bigint as "amountPaise", ${total}::bigint as "totalPaise", ${value}::int as value, ${most}::int as most,
                    ${version}::int as version, ${payer}::text as payer, ${day}::text as day, ${missing}::bigint as "missingPaise",
                    ${about}::text as about, ${note}::text as note, ${admin}::uuid as admin_id, ${since} as since
               from ${within(from, area)}`;
}

/** Returns the items of a kind, or all to act on, that wait longest first. Throws like countAttention. */
export async function listAttention(
  scope: AreaScope,
  { kind }: AttentionFilter,
  { page, size }: { page: number; size: number },
): Promise<readonly AttentionRow[]> {
  const area = await areaOf(scope);
  const kinds = (kind ? [kind] : TASK_KINDS).filter((each) => area === null || AREA_KINDS.includes(each));
  if (kinds.length === 0) return [];
  const items = sql.join(
    kinds.map((each) => itemsOf(each, area)),
    sql` union all `,
  );
  return withQueryDeadline(
    db().execute<AttentionRow>(sql`
      select items.kind, items.id, items.reference, items.company, items."amountPaise", items."totalPaise", items.value, items.most,
             items.version, items.payer, items.day, items."missingPaise", items.about, items.note, ${admins.username} as by, items.since
        from (select * from (${items}) every order by since, id limit ${size} offset ${(page - 1) * size}) items
             left join ${admins} on ${admins.id} = items.admin_id
       order by items.since, items.id`),
  );
}
