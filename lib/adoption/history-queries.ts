import 'server-only';
import type { ISql } from 'postgres';
import { sql } from '@/db/client';
import { raw } from '@/db/fragments';
import { isLiveHold } from '@/db/holds';
import { statesThat } from '@/db/schema/billing-states';
import { belongsTo, type AdoptionScope } from '@/lib/adoption/access';
import { ADOPTED_STATES, VISIBLE_STATES } from '@/lib/adoption/rules';
import { COURSE_TYPES } from '@/lib/catalogue/schema';
import { withQueryDeadline } from '@/lib/core/deadline';
import type { TypeSeats } from './summary';
import type { SponsorScope } from '@/lib/identity/session';
import type { Adoption, AdoptionPage } from './history-rules';

const PAYABLE = statesThat(({ on }) => 'paid' in on);

type Row = Omit<Adoption, 'date'> & { date: number; total: number };

/**
 * Returns the adoptions of a scope, newest first, in one query. An expired hold has the status 'expired' even
 * before its seats are released. Drafts are left out, also replaced ones.
 * @param page from 1; a page past the last one is empty
 * @param id restricts it to one adoption
 * @param connection a transaction to read in, or the shared pool
 * @throws DeadlineError if the database does not respond in time
 */
export async function listAdoptions(
  scope: AdoptionScope,
  {
    page = 1,
    size,
    id = null,
    connection = sql(),
  }: { page?: number; size: number; id?: string | null; connection?: ISql },
): Promise<AdoptionPage> {
  const rows = await withQueryDeadline(
    connection<Row[]>`
      with told as (
        select b.*, b.state = any(${PAYABLE})
                    and exists (select from payments p where p.billing_id = b.id and p.status = 'started') as paying
          from billings b
         where ${belongsTo(scope)} and (${id}::uuid is null or b.id = ${id}::uuid)
      ), page as (
        select *, count(*) over ()::int as total, ${raw(isLiveHold('told'))} as running
          from told
         where state = any(${VISIBLE_STATES}) or paying or (state = 'replaced' and verified_at is not null)
         order by verified_at desc, id
         limit ${size} offset ${(page - 1) * size}
      )
      select b.id, b.reference, extract(epoch from b.verified_at)::float8 * 1000 as date, b.total_paise::float8 as "totalPaise", b.total,
             case when b.paying then 'confirming' when b.state = 'held' and not b.running then 'expired' else b.state
             end::text as status,
             case when b.running then ceil(extract(epoch from b.hold_expires_at - now()))::int end as "secondsLeft",
             ${'billingId' in scope ? raw('false') : sql()`coalesce(b.made_by, b.user_id) = ${scope.personId}`} as "isMine",
             b.state = 'completed'
             and exists (select from payments p where p.billing_id = b.id and p.status = 'refund_due') as "paidTwice",
             exists (select from payments p where p.billing_id = b.id and p.status = 'captured') as "paidOnline",
             items.seats, items.lines
        from page b cross join lateral (
             select sum(i.seats)::int as seats,
                    json_agg(json_build_object('courseName', i.course_name, 'branch', i.branch, 'institute', i.institute,
                             'city', i.city, 'seats', i.seats, 'pricePaise', i.price_paise) order by i.position) as lines
               from billing_items i where i.billing_id = b.id and i.seats > 0) items
       order by b.verified_at desc, b.id`,
  );
  const adoptions = rows.map(({ total: _, date, ...row }) => ({ ...row, date: new Date(date) }));
  return { adoptions, total: rows[0]?.total ?? 0 };
}

/**
 * Returns the adopted seats of the sponsor by course type, in the order of the types. Their sum is the number of
 * students.
 * @throws DeadlineError if the database does not respond in time
 */
export async function adoptedSeatsByType(scope: SponsorScope): Promise<TypeSeats[]> {
  const rows = await withQueryDeadline(
    sql()<TypeSeats[]>`
      select i.course_name as "courseName", sum(i.seats)::int as seats
        from billings b join billing_items i on i.billing_id = b.id
       where ${belongsTo(scope)} and i.seats > 0 and b.state = any(${ADOPTED_STATES})
       group by i.course_name`,
  );
  const rank = ({ courseName }: TypeSeats) => COURSE_TYPES.findIndex((type) => type === courseName);
  return [...rows].sort((a, b) => rank(a) - rank(b));
}
