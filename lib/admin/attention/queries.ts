import 'server-only';
import type { PendingQuery } from 'postgres';
import { sql } from '@/db/client';
import {
  IS_EXACT,
  IS_REFUND_DUE,
  ONLINE_REFUNDS,
  OUTSTANDING,
  PAID_BACK_TOO_MUCH,
  REFUND_DUE,
  TODAY,
} from '@/db/balance';
import { raw } from '@/db/fragments';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { withQueryDeadline } from '@/lib/core/deadline';
import { IS_UNANSWERED } from '@/lib/payment/statements';
import {
  ATTENTION_KINDS,
  type AttentionCounts,
  type AttentionFilter,
  type AttentionKind,
  type AttentionRow,
} from './schema';

/** Days after which an administrator hears of a settlement report that cannot be read. */
const UNREAD_DAYS = 3;

/** Events after which more money is to be paid back than before. */
const MORE_DUE = ['receipt_confirmed', 'paid', 'paid_too_late', 'paid_again', 'reduced', 'cancelled', 'refund_returned']
  .map((event) => `'${event}'`)
  .join(', ');

/** The columns of an item that its kind has; the others are null. The reference and the company are those of `b`. */
type Item = {
  id: string;
  since: string;
  company?: string;
  reference?: string;
  amount?: string;
  total?: string;
  about?: string;
  note?: string;
  admin?: string;
  value?: string;
  most?: string;
  version?: string;
};

/** An alert may be about no adoption, and then has no company. */
const ALERT: Item = {
  id: 'a.id',
  since: 'a.raised_at',
  company: `coalesce(b.sponsor->>'company', '')`,
  about: 'a.kind',
  note: 'a.subject',
  value: 'a.value',
  most: 'a.most',
};

const RECEIPT: Item = {
  id: 'r.id',
  since: 'r.recorded_at',
  amount: 'r.amount_paise',
  about: 'r.mode',
  note: 'r.reference',
  admin: 'r.recorded_by',
};

/** What one administrator both began and confirmed, for want of a second one. */
const ALONE = `
  select r.id, r.billing_id, 'receipt' as about, r.amount_paise, r.confirmed_by as admin_id, r.confirmed_at as at
    from bank_receipts r where r.confirmed_by = coalesce(r.matched_by, r.recorded_by)
  union all select r.id, r.billing_id, 'refund', r.amount_paise, r.confirmed_by, r.confirmed_at from refunds r where r.confirmed_by = r.recorded_by
  union all select q.id, q.billing_id, q.kind, null, q.decided_by, q.decided_at from change_requests q
             where q.decided_by = q.requested_by and q.state = 'approved'`;

/** Per kind the tables with their condition, which an index covers, and the item that they make. */
const SOURCES: Record<AttentionKind, { from: string; item: Item }> = {
  restored: {
    from: `audit_log l where l.action = 'database.restored' and l.at > now() - interval '30 days'`,
    item: {
      id: `md5('restored' || l.id)::uuid`,
      since: 'l.at',
      company: `''`,
      reference: 'null::text',
      note: `l.after->>'backup_of'`,
    },
  },
  account_waits: {
    from: `settings s where s."group" = 'account_change'`,
    item: {
      id: `md5('account_waits')::uuid`,
      since: 's.updated_at',
      company: `s.value->>'legalName'`,
      reference: 'null::text',
      note: `s.value->>'accountNumber'`,
      admin: `(s.value->>'by')`,
    },
  },
  account_changed: {
    from: `audit_log l where l.action in ('settings.account_confirmed', 'settings.account_changed') and l.at > now() - interval '30 days'`,
    item: {
      id: `md5('account_changed' || l.id)::uuid`,
      since: 'l.at',
      company: `l.after->>'legalName'`,
      reference: 'null::text',
      about: `l.after->>'proposed_by'`,
      note: `l.after->>'accountNumber'`,
      admin: 'l.admin_id',
    },
  },
  over_term: {
    from: `billings b where b.state = 'pledged' and b.due_at <= now() and ${OUTSTANDING('b')} > 0`,
    item: { id: 'b.id', since: 'b.due_at', amount: OUTSTANDING('b'), total: 'b.total_paise' },
  },
  short: {
    from: `billings b where b.state = 'pledged' and b.received_paise > b.refunded_paise and ${OUTSTANDING('b')} > 0`,
    item: {
      id: 'b.id',
      since: `(select coalesce(max(r.confirmed_at), b.created_at) from bank_receipts r where r.billing_id = b.id)`,
      amount: OUTSTANDING('b'),
      total: 'b.total_paise',
    },
  },
  bounced: {
    from: `billings b where b.id in (select r.billing_id from bank_receipts r where r.state = 'bounced') and b.state = 'pledged' and ${OUTSTANDING('b')} > 0`,
    item: {
      id: 'b.id',
      since: `(select max(e.at) from billing_events e where e.billing_id = b.id and e.event = 'receipt_bounced')`,
      amount: OUTSTANDING('b'),
      total: 'b.total_paise',
    },
  },
  refund_due: {
    from: `billings b where ${IS_REFUND_DUE('b')} and ${REFUND_DUE('b')} > ${ONLINE_REFUNDS('b')}`,
    item: {
      id: 'b.id',
      since: `(select coalesce(max(e.at), b.created_at) from billing_events e where e.billing_id = b.id and e.event in (${MORE_DUE}))`,
      amount: `(${REFUND_DUE('b')} - ${ONLINE_REFUNDS('b')})`,
    },
  },
  paid_back_too_much: {
    from: `billings b where b.refunded_paise > 0 and ${PAID_BACK_TOO_MUCH('b')} > 0`,
    item: {
      id: 'b.id',
      since: `(select coalesce(max(e.at), b.created_at) from billing_events e where e.billing_id = b.id and e.event = 'refund_confirmed')`,
      amount: PAID_BACK_TOO_MUCH('b'),
    },
  },
  receipt_waits: {
    from: `bank_receipts r join billings b on b.id = r.billing_id where r.state = 'recorded'`,
    item: { ...RECEIPT, total: 'r.tds_paise', version: 'b.version' },
  },
  unmatched: {
    from: `bank_receipts r where r.state = 'recorded' and r.billing_id is null`,
    item: { ...RECEIPT, total: 'r.tds_paise', reference: 'null::text', company: 'r.payer' },
  },
  refund_waits: { from: `refunds r join billings b on b.id = r.billing_id where r.state = 'recorded'`, item: RECEIPT },
  alone: {
    from: `(${ALONE}) s join billings b on b.id = s.billing_id where s.at > now() - interval '30 days'`,
    item: { id: 's.id', since: 's.at', amount: 's.amount_paise', about: 's.about', admin: 's.admin_id' },
  },
  // A failed refund of money that was paid back by bank since needs nothing any more.
  online_refund: {
    from: `payment_refunds o join billings b on b.id = o.billing_id join payments p on p.id = o.payment_id
            where o.state in ('due', 'pending') and o.due_at < now() - interval '1 day'
               or o.state = 'failed' and (not ${IS_EXACT('p')} or ${IS_REFUND_DUE('b')})`,
    item: { id: 'o.id', since: 'o.due_at', amount: 'o.amount_paise', about: 'o.state', note: 'o.failure_reason' },
  },
  dispute: {
    from: `(select provider, gateway_id, min(received_at) as since from payment_notices
             where outcome in ('disputed', 'dispute_over') group by 1, 2 having bool_and(outcome = 'disputed')) d
           join payments p on p.provider = d.provider and p.transaction_id = d.gateway_id join billings b on b.id = p.billing_id
            where true`,
    item: { id: 'p.id', since: 'd.since', amount: 'p.captured_paise', note: 'd.gateway_id' },
  },
  // A report that cannot be read is an item as well: its payments are not compared.
  settlement: {
    from: `(select id, provider, billing_id, kind, entity_id as note, coalesce(reported_paise, expected_paise) as amount, expected_paise as expected, found_at as since
              from settlement_differences where explained_at is null
             union all
            select md5(provider || day)::uuid, provider, null, 'unread', day::text, null, null, (day + 1)::timestamp at time zone 'Asia/Kolkata'
              from settlement_reports where read_at is null and day < ${TODAY} - ${UNREAD_DAYS}) d
           left join billings b on b.id = d.billing_id where true`,
    item: {
      id: 'd.id',
      since: 'd.since',
      company: `coalesce(b.sponsor->>'company', d.provider)`,
      amount: 'd.amount',
      total: 'd.expected',
      about: 'd.kind',
      note: 'd.note',
    },
  },
  unanswered: {
    from: `payments p join billings b on b.id = p.billing_id where ${IS_UNANSWERED('p')}`,
    item: { id: 'p.id', since: 'p.created_at', amount: 'p.amount_paise', note: `coalesce(p.provider_ref, p.id::text)` },
  },
  request: {
    from: `change_requests q join billings b on b.id = q.billing_id where q.state = 'open'`,
    item: { id: 'q.id', since: 'q.requested_at', about: 'q.kind', note: 'q.reason', admin: 'q.requested_by' },
  },
  message: {
    from: `outbound_messages m left join billings b on b.id = m.billing_id where m.dead_at is not null`,
    item: {
      id: 'm.id',
      since: 'm.dead_at',
      company: `coalesce(b.sponsor->>'company', m.recipient)`,
      about: 'm.kind',
      note: 'm.last_error',
    },
  },
  unusual: {
    from: `alerts a left join billings b on b.id = a.billing_id where a.looked_at is null and a.kind <> 'codes'`,
    item: ALERT,
  },
  codes: {
    from: `alerts a left join billings b on b.id = a.billing_id where a.looked_at is null and a.kind = 'codes'`,
    item: ALERT,
  },
};

const COUNTS = ATTENTION_KINDS.map((kind) => `(select count(*) from ${SOURCES[kind].from})::int as ${kind}`).join(', ');

/** Counts the items of each kind. Throws DeadlineError when the database does not answer in time. */
export async function countAttention(_scope: AdminScope): Promise<AttentionCounts> {
  const [row] = await withQueryDeadline(attentionCounts());
  return { ...row! };
}

/** The statement of countAttention; its cost follows the number of items, not of billings. */
export const attentionCounts = (): PendingQuery<AttentionCounts[]> => sql()`select ${raw(COUNTS)}`;

function itemsOf(kind: AttentionKind): string {
  const { from, item } = SOURCES[kind];
  const { id, since, company = `b.sponsor->>'company'`, reference = 'b.reference' } = item;
  const { amount = 'null', total = 'null', about = 'null', note = 'null', admin = 'null' } = item;
  const { value = 'null', most = 'null', version = 'null' } = item;
  return `select '${kind}' as kind, ${id} as id, ${reference} as reference, ${company} as company, ${amount}::float8 as amount_paise,
                 ${total}::float8 as total_paise, ${value}::int as value, ${most}::int as most, ${version}::int as version, ${about}::text as about, ${note}::text as note, ${admin}::uuid as admin_id, ${since} as since
            from ${from}`;
}

type FoundRow = Omit<AttentionRow, 'since'> & { sinceMs: number };

/** Returns the items of a kind, or of all, that wait longest first. Throws like countAttention. */
export async function listAttention(
  _scope: AdminScope,
  { kind }: AttentionFilter,
  { page, size }: { page: number; size: number },
): Promise<AttentionRow[]> {
  const items = (kind ? [kind] : ATTENTION_KINDS).map(itemsOf).join(' union all ');
  const rows = await withQueryDeadline(sql()<FoundRow[]>`
    select i.kind, i.id, i.reference, i.company, i.amount_paise as "amountPaise", i.total_paise as "totalPaise", i.value, i.most, i.version, i.about,
           i.note, a.username as by, extract(epoch from i.since)::float8 * 1000 as "sinceMs"
      from (select * from (${raw(items)}) every order by since, id limit ${size} offset ${(page - 1) * size}) i
           left join admins a on a.id = i.admin_id
     order by i.since, i.id`);
  return rows.map(({ sinceMs, ...row }) => ({ ...row, since: new Date(sinceMs) }));
}
