import { sql } from '@/db/client';
import type { Charge, ChargeAnswer, PaymentProvider } from '@/lib/payment/provider';
import type { PaymentRequest } from '@/lib/payment/schema';
import { makeHold } from './adoption';
import type { SponsorAccount } from './identity';

type Line = { course: { id: string; pricePaise: number }; seats: number };

/** Returns the request of the payment screen for these lines, as parsed by processPaymentSchema. */
export function paymentRequest(
  lines: readonly Line[],
  { userId }: Pick<SponsorAccount, 'userId'>,
  changes: Partial<PaymentRequest> = {},
): PaymentRequest {
  return {
    payment_method: 'card',
    userId,
    selected_courses: lines.map(({ course, seats }) => ({
      id: course.id,
      selectedSeats: seats,
      pricePaise: course.pricePaise,
      totalPaise: seats * course.pricePaise,
    })),
    totalPaise: lines.reduce((sum, { course, seats }) => sum + seats * course.pricePaise, 0),
    ...changes,
  };
}

/** Creates held seats and the request that pays for them. */
export async function prepareProcessPayment(lines: readonly Line[], account: SponsorAccount) {
  const { billingId, reference } = await makeHold(lines, account);
  return { billingId, reference, scope: account.scope, request: paymentRequest(lines, account) };
}

/** A provider that records what it captured, by payment, and how often it was called. */
export type BookkeepingProvider = PaymentProvider & { asked: Charge[]; captured: Map<string, string> };

/**
 * Returns a provider for tests.
 * @param answer its response; default: captured money. May wait, and may throw, before or after the money is
 * `captured`.
 */
export function makeProvider(
  answer: (charge: Charge, captured: () => ChargeAnswer) => ChargeAnswer | Promise<ChargeAnswer> = (_, captured) =>
    captured(),
): BookkeepingProvider {
  const asked: Charge[] = [];
  const captured = new Map<string, string>();
  return {
    name: 'test',
    asked,
    captured,
    charge: async (charge) => {
      asked.push(charge);
      return answer(charge, () => {
        const transactionId = captured.get(charge.paymentId) ?? `TEST-${charge.paymentId}`;
        captured.set(charge.paymentId, transactionId);
        return { status: 'captured', transactionId };
      });
    },
    readNotice: () => null,
  };
}

/** A gate that others wait for until it is opened. */
export function makeLatch(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

/** Returns the state of an adoption, its payments (oldest first) and its events, in order. */
export async function historyOf(billingId: string) {
  const [row] = await sql()<
    { state: string; payments: { id: string; status: string; transaction_id: string | null }[]; events: string[] }[]
  >`
    select b.state,
           (select coalesce(json_agg(json_build_object('id', p.id, 'status', p.status, 'transaction_id', p.transaction_id)
                                     order by p.created_at), '[]') from payments p where p.billing_id = b.id) as payments,
           (select coalesce(json_agg(e.event || ':' || e.actor order by e.id), '[]') from billing_events e
             where e.billing_id = b.id) as events
      from billings b where b.id = ${billingId}`;
  return row!;
}
