import 'server-only';
import { OUTSTANDING, REFUND_DUE } from '@/db/balance';
import { sql } from '@/db/client';
import { raw } from '@/db/fragments';
import { isLiveHold } from '@/db/holds';
import { IS_VOID } from '@/db/papers';
import { isUuid } from '@/lib/core/uuid';
import { withQueryDeadline } from '@/lib/core/deadline';
import { belongsTo, type AdoptionScope } from './access';
import {
  failureOf,
  SHOWN_EVENTS,
  type AdoptionDetail,
  type IssuedPaper,
  type TimelineEntry,
  type ChangeRequest,
  type ShownPayment,
  type ShownRefund,
} from './detail-rules';
import { listAdoptions } from './history-queries';
import { IS_UNPAID } from './term-statements';

type Timed<T, K extends keyof T> = Omit<T, K> & Record<K, number>;
type Row = Pick<
  AdoptionDetail,
  | 'company'
  | 'showCompany'
  | 'receivedPaise'
  | 'outstandingPaise'
  | 'refundDuePaise'
  | 'openPayment'
  | 'isPayableOnline'
  | 'lapses'
  | 'paperDetails'
> & {
  dueAt: number | null;
  timeline: (Timed<TimelineEntry, 'at' | 'dueAt'> & { dueAt: number | null })[] | null;
  papers: Timed<IssuedPaper, 'issuedAt'>[] | null;
  changeRequests: Timed<ChangeRequest, 'at'>[] | null;
  payments: PaymentRow[] | null;
};
type PaymentRow = Omit<ShownPayment, 'at' | 'failure' | 'refunds'> & {
  at: number | null;
  reason: string | null;
  refunds: (Omit<ShownRefund, 'processedAt'> & { processedAt: number | null })[] | null;
};

/** SQL of the person of an event `e`; of a payment, the one who began it: the event itself is the provider's. */
const PERSON_OF_STEP = `case when e.event <> 'paid' then e.person
  else (select s.person from billing_events s where s.billing_id = e.billing_id and s.event = 'payment_started' and s.id < e.id
         order by s.id desc limit 1) end`;

/** SQL of a time in epoch milliseconds. */
const ms = (time: string) => raw(`floor(extract(epoch from ${time}) * 1000)::float8`);

/**
 * Returns an adoption of the scope with its money, history, papers and change requests; null for any other id, and for
 * one that is not shown to its sponsor.
 * @throws DeadlineError if the database does not respond in time
 */
export async function readAdoption(scope: AdoptionScope, id: string): Promise<AdoptionDetail | null> {
  if (!isUuid(id)) return null;
  // One snapshot: a payment may be settled meanwhile, and half of the page would still wait for it.
  const reading = sql().begin('isolation level repeatable read read only', (connection) =>
    Promise.all([
      listAdoptions(scope, { size: 1, id, connection }),
      connection<Row[]>`
        select b.sponsor->>'company' as company, b.show_company as "showCompany",
               b.received_paise::float8 as "receivedPaise", (${raw(OUTSTANDING('b'))})::float8 as "outstandingPaise",
               (select json_build_object('method', p.method, 'canContinue', ${raw(isLiveHold('b'))} or b.state = 'pledged',
                                         'isTest', coalesce(p.is_test, false))
                  from payments p where p.billing_id = b.id and p.status = 'started') as "openPayment",
               (${raw(isLiveHold('b'))} or b.state = 'pledged' and coalesce(b.due_at > now(), true) and ${raw(IS_UNPAID)}) as "isPayableOnline",
               (${raw(IS_UNPAID)}) as lapses,
               (select json_agg(json_build_object('amountPaise', coalesce(p.captured_paise, p.amount_paise)::float8,
                                'currency', coalesce(p.captured_currency, 'INR'), 'isPaid', p.transaction_id is not null,
                                'method', p.method_used, 'transactionId', p.transaction_id, 'at', ${ms('p.settled_at')},
                                'reason', case when p.transaction_id is null then p.failure_reason end,
                                'refunds', (select json_agg(json_build_object('amountPaise', r.amount_paise::float8,
                                            'currency', p.captured_currency, 'reason', r.reason, 'state', r.state,
                                            'reference', coalesce(r.bank_reference, r.refund_ref),
                                            'processedAt', ${ms('r.processed_at')}) order by r.due_at, r.id)
                                              from payment_refunds r where r.payment_id = p.id)) order by p.created_at, p.id)
                  from payments p
                 where p.billing_id = b.id and p.amount_paise > 0
                   and (p.transaction_id is not null or p.failure_reason is not null)) as payments,
               (${raw(REFUND_DUE('b'))})::float8 as "refundDuePaise", ${ms('b.due_at')} as "dueAt",
               (select json_agg(json_build_object('event', e.event, 'at', ${ms('e.at')},
                                'person', ${'billingId' in scope ? raw('null') : raw(PERSON_OF_STEP)},
                                'amountPaise', (e.detail->>'amount_paise')::float8
                                               + coalesce((e.detail->>'tds_paise')::float8, 0),
                                'dueAt', ${ms(`(e.detail->>'due_at')::timestamptz`)},
                                'seats', (e.detail->>'seats')::int) order by e.id)
                  from billing_events e
                 where e.billing_id = b.id and e.event = any(${[...SHOWN_EVENTS]})
                   and (e.event <> 'change_answered' or e.detail->>'kind' = 'wish')
                   -- A receipt that settles the adoption is one step for its sponsor.
                   and (e.event <> 'paid' or e.actor <> 'admin')) as timeline,
               (select json_agg(json_build_object('id', p.id, 'kind', p.kind, 'serial', p.serial, 'issuedAt', ${ms('p.issued_at')},
                                'isReplaced', exists (select from papers n where n.replaces_id = p.id), 'isVoid', ${raw(IS_VOID('p', 'b'))}) order by p.issued_at desc, p.id)
                  from papers p where p.billing_id = b.id) as papers,
               coalesce(b.paper_details,
                        (select o.paper_details - 'purchase_order' from billings o
                          where o.user_id = b.user_id and o.paper_details is not null order by o.verified_at desc, o.id limit 1),
                        '{}') as "paperDetails",
               (select json_agg(json_build_object('message', q.reason, 'at', ${ms('q.requested_at')}, 'answer', q.answer,
                                'isAccepted', q.state = 'approved') order by q.requested_at desc)
                  from change_requests q where q.billing_id = b.id and q.kind = 'wish') as "changeRequests"
          from billings b where b.id = ${id} and ${belongsTo(scope)}`,
    ]),
  );
  const [{ adoptions }, [row]] = await withQueryDeadline(reading);
  const adoption = adoptions[0];
  if (!adoption || !row) return null;
  const {
    company,
    showCompany,
    receivedPaise,
    outstandingPaise,
    refundDuePaise,
    openPayment,
    isPayableOnline,
    lapses,
    paperDetails,
  } = row;
  return {
    ...adoption,
    company,
    showCompany,
    receivedPaise,
    outstandingPaise,
    refundDuePaise,
    openPayment,
    isPayableOnline,
    lapses,
    paperDetails,
    dueAt: toDate(row.dueAt),
    onlinePayments: (row.payments ?? []).map(({ reason, refunds, ...payment }) => ({
      ...payment,
      at: toDate(payment.at),
      failure: reason === null ? null : failureOf(reason),
      refunds: (refunds ?? []).map((refund) => ({ ...refund, processedAt: toDate(refund.processedAt) })),
    })),
    timeline: (row.timeline ?? []).map((step) => ({ ...step, at: new Date(step.at), dueAt: toDate(step.dueAt) })),
    papers: (row.papers ?? []).map((paper) => ({ ...paper, issuedAt: new Date(paper.issuedAt) })),
    changeRequests: (row.changeRequests ?? []).map((request) => ({ ...request, at: new Date(request.at) })),
  };
}

const toDate = (epochMs: number | null): Date | null => (epochMs === null ? null : new Date(epochMs));
