import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hasState, qualified, type Columns } from './conditions';
import { bankReceipts, billingItems, billings, refunds, reports, seatMoves } from './schema';
import { ADOPTED_STATES, CANCELLED_STATES } from './schema/billing-states';

/**
 * Condition: what a paper says is no longer true, and no later paper says so: the bank took the money of a receipt or a
 * credit note back, a proforma asks for money for seats that are not adopted any more, a cancelled adoption holds
 * again, or of a certificate a report was corrected, or seats were given back or moved.
 * @param billing the adoption of the paper
 */
export function isVoid(
  paper: Columns<'kind' | 'source' | 'data' | 'billingId' | 'issuedAt'>,
  billing: Columns<'state'>,
): SQL<boolean> {
  const [receipt, refund] = [alias(bankReceipts, 'void_receipt'), alias(refunds, 'void_refund')];
  return qualified(sql`
  (case ${paper.kind}
     when 'receipt' then exists (select from ${bankReceipts} ${receipt} where ${receipt.id} = ${paper.source}::uuid and ${receipt.state} = 'bounced')
     when 'credit_note' then exists (select from ${refunds} ${refund} where ${refund.id} = ${paper.source}::uuid and ${refund.state} = 'failed')
     when 'proforma' then not ${hasState(billing, ADOPTED_STATES)}
     when 'cancellation' then not ${hasState(billing, CANCELLED_STATES)}
     when 'certificate' then not (${hasState(billing, ADOPTED_STATES)}
       and ${isCertified(paper)})
     else false end)`);
}

/**
 * isVoid as a condition on many papers, whose causes are read once for all, except for the reports and seats of certificates.
 */
export function isVoidAmongMany(paper: Columns<'kind' | 'source' | 'data' | 'billingId' | 'issuedAt'>): SQL<boolean> {
  const idsOf = (states: SQL) => sql`(select ${billings.id} from ${billings} where ${states})`;
  const notAdopted = sql`${paper.billingId} in ${idsOf(sql`not ${hasState(billings, ADOPTED_STATES)}`)}`;
  return qualified(sql`
  (case ${paper.kind}
     when 'receipt' then ${paper.source} in (select ${bankReceipts.id}::text from ${bankReceipts} where ${bankReceipts.state} = 'bounced')
     when 'credit_note' then ${paper.source} in (select ${refunds.id}::text from ${refunds} where ${refunds.state} = 'failed')
     when 'proforma' then ${notAdopted}
     when 'cancellation' then ${paper.billingId} not in ${idsOf(sql`${hasState(billings, CANCELLED_STATES)}`)}
     when 'certificate' then ${notAdopted} or not ${isCertified(paper)}
     else false end)`);
}

/** Condition: the reports of a certificate are as it says, and its adoption has as many seats in the session, of which none moved since. */
function isCertified(paper: Columns<'data' | 'billingId' | 'issuedAt'>): SQL<boolean> {
  const [report, item, move] = [
    alias(reports, 'void_report'),
    alias(billingItems, 'void_item'),
    alias(seatMoves, 'void_move'),
  ];
  // Before there was one of a session, a certificate was of one course, which is its data.
  const courses = sql`jsonb_array_elements(coalesce(${paper.data}->'courses', jsonb_build_array(${paper.data}))) course`;
  return sql`(
    not exists (select from ${seatMoves} ${move} where ${move.billingId} = ${paper.billingId} and ${move.state} = 'accepted'
                                                  and ${move.endedAt} > ${paper.issuedAt})
    and not exists (select from ${courses}
                 where course->'report'->>'id' is not null
                   and not exists (select from ${reports} ${report} where ${report.id} = (course->'report'->>'id')::uuid
                                      and ${report.version}::text = course->'report'->>'version'))
    and (${paper.data}->'courses' is null
         or (select sum((course->'line'->>'seats')::int) from ${courses})
            = (select coalesce(sum(${item.seats}), 0) from ${billingItems} ${item}
                where ${item.billingId} = ${paper.billingId} and ${item.session} = ${paper.data}->>'session')))`;
}
