import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { STATES, type BillingState } from '@/db/schema/billing-states';
import { EXAMPLE_SPONSOR } from '@/lib/api/field-descriptions';

/** A payment of an adoption, as a test needs it. */
type GivenPayment = { status: 'started' | 'captured' | 'failed' | 'refund_due'; provider?: string; method?: string };

/** A sponsor's adoption, as a test needs it; a hold runs for `minutesLeft`, which may be negative. */
export type GivenAdoption = {
  userId: string;
  state: BillingState;
  lines: readonly {
    course: { id: string; courseType: string; branch: string; city: string; pricePaise: number };
    seats: number;
    institute?: string;
  }[];
  minutesLeft?: number;
  payments?: readonly GivenPayment[];
  /** How long ago its contact was verified. */
  daysAgo?: number;
};

/** The states of public adoptions here; the dashboard may have them, too. */
const PUBLIC_STATES: BillingState[] = ['pledged', 'lapsed', 'cancelled'];

const COUNTER = { none: null, held: 'held_seats', adopted: 'adopted_seats' } as const;

/** Inserts an adoption in any state with its seats counted in their courses, bypassing the usual transitions. */
export async function insertAdoption(
  sql: Sql,
  { userId, state, lines, minutesLeft = 15, payments = [], daysAgo = 0 }: GivenAdoption,
): Promise<{ id: string; reference: string; transactionId: string | null }> {
  const [user] = await sql<Record<'full_name' | 'designation' | 'email' | 'phone_number' | 'company_name', string>[]>`
    select full_name, designation, email, phone_number, company_name from users where id = ${userId}`;
  if (!user) throw new Error('no such user');
  const { full_name: fullName, designation, email, phone_number: phone, company_name: company } = user;
  const { verified, seats: counted } = STATES[state];
  const isPublic = PUBLIC_STATES.includes(state);
  const industry = isPublic ? EXAMPLE_SPONSOR.industry : '';
  const sponsor = { ...EXAMPLE_SPONSOR, fullName, designation, email, phone, company, industry };
  const total = lines.reduce((sum, { course, seats }) => sum + course.pricePaise * seats, 0);
  const reference = `SA-${randomUUID().slice(0, 14).toUpperCase()}`;
  const hasWindow = !isPublic && verified !== 'no';
  const [billing] = await sql<{ id: string }[]>`
    insert into billings (reference, user_id, channel, state, sponsor, total_paise, verified_at, hold_expires_at)
    values (${reference}, ${userId}, ${isPublic ? 'public' : 'dashboard'}, ${state}, ${JSON.stringify(sponsor)}::text::jsonb, ${total},
            ${verified === 'no' ? null : sql`now() - ${daysAgo} * interval '1 day'`},
            ${hasWindow ? sql`now() + ${minutesLeft} * interval '1 minute'` : null})
    returning id`;
  const id = billing!.id;
  const counter = COUNTER[counted];
  for (const [position, { course, seats, institute = '' }] of lines.entries()) {
    await sql`
      insert into billing_items (billing_id, course_id, position, seats, price_paise, course_name, branch, institute, city, session, study_year)
      select ${id}, id, ${position}, ${seats}, ${course.pricePaise}, ${course.courseType}, ${course.branch},
             ${institute}, ${course.city}, session, study_year
        from courses where id = ${course.id}`;
    if (counter) await sql`update courses set ${sql(counter)} = ${sql(counter)} + ${seats} where id = ${course.id}`;
  }
  if (counter === 'adopted_seats') await recordStep(sql, id, state);
  let transactionId: string | null = null;
  for (const { status, provider = 'sandbox', method = 'upi' } of payments) {
    const transaction = status === 'captured' || status === 'refund_due' ? `SBX-${randomUUID()}` : null;
    await sql`
      insert into payments (billing_id, user_id, provider, is_test, method, amount_paise, status, transaction_id,
                            captured_paise, captured_currency, settled_at)
      values (${id}, ${userId}, ${provider}, ${provider === 'sandbox'}, ${method}, ${total}, ${status}, ${transaction},
              ${transaction && total}, ${transaction && 'INR'}, ${status === 'started' ? null : sql`now()`})`;
    if (status === 'refund_due')
      await sql`
        -- Not sent by the job: the adoption stays in its state.
        insert into payment_refunds (payment_id, billing_id, amount_paise, reason, next_try_at)
        select id, billing_id, amount_paise, 'paid_too_late', null from payments where transaction_id = ${transaction} and amount_paise > 0`;
    if (transaction) await sql`update billings set received_paise = received_paise + ${total} where id = ${id}`;
    if (status === 'captured') transactionId = transaction;
  }
  return { id, reference, transactionId };
}

/**
 * Inserts the event with which an adoption got its seats, at the time of its verification. If events of that time have
 * been rolled up already, this one is added to the monthly totals.
 */
async function recordStep(sql: Sql, billingId: string, state: BillingState): Promise<void> {
  const [event, from, actor] = state === 'pledged' ? ['verified', 'draft', 'guest'] : ['paid', 'held', 'provider'];
  await sql`
    with progress as (select upto from monthly_totals_progress for no key update),
         logged   as (insert into billing_events (billing_id, event, from_state, to_state, actor, at)
                      select id, ${event!}, ${from!}, state, ${actor!}, verified_at from billings where id = ${billingId}
                      returning billing_id, at)
    insert into adoption_monthly_totals (month, course_type, session, seats, value_paise, paid_paise)
    select date_trunc('month', l.at at time zone 'Asia/Kolkata')::date, i.course_name, i.session, sum(i.seats), sum(i.seats * i.price_paise),
           sum(case when ${state} = 'completed' then i.seats * i.price_paise else 0 end)
      from logged l join progress p on l.at <= p.upto join billing_items i on i.billing_id = l.billing_id
     group by 1, 2, 3 order by 1, 2, 3
        on conflict (month, course_type, session) do update
       set seats = adoption_monthly_totals.seats + excluded.seats, value_paise = adoption_monthly_totals.value_paise + excluded.value_paise,
           paid_paise = adoption_monthly_totals.paid_paise + excluded.paid_paise`;
}
