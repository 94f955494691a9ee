import { sql } from '@/db/client';
import type { Charge, PaymentProvider, PaymentState } from '@/lib/money/gateway/types';
import { SIGNATURE_HEADER, signSandboxNotice } from '@/lib/money/sandbox';
import type { PaymentRequest } from '@/lib/money/schema';
import { settle } from '@/lib/money/settle';
import { captureOf } from '@/testing/payment/capture';
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
type BookkeepingProvider = PaymentProvider & { asked: Charge[]; captured: Map<string, string> };

type Answer = PaymentState | { status: 'pending' } | { status: 'failed' };

/**
 * Returns a provider for tests that only answers charges; testing/payment/gateway.ts has one with a state.
 * @param answer its response; default: captured money. May wait, and may throw, before or after the money is
 * `captured`.
 */
export function makeProvider(
  answer: (charge: Charge, captured: () => Answer) => Answer | Promise<Answer> = (_, captured) => captured(),
): BookkeepingProvider {
  const asked: Charge[] = [];
  const captured = new Map<string, string>();
  const unused = async () => {
    throw new Error('This provider only answers charges');
  };
  return {
    name: 'test',
    isTest: false,
    maxPaise: null,
    asked,
    captured,
    charge: async (charge) => {
      asked.push(charge);
      const given = await answer(charge, () => {
        const transactionId = captured.get(charge.paymentId) ?? `TEST-${charge.paymentId}`;
        captured.set(charge.paymentId, transactionId);
        return { status: 'captured', providerRef: null, captures: [captureOf(transactionId, charge.amountPaise)] };
      });
      return { providerRef: null, next: null, ...given };
    },
    enquire: unused,
    close: unused,
    refund: unused,
    enquireRefund: unused,
    refundsOf: unused,
    readNotice: () => ({ outcome: 'forged' }),
    paidOnReturn: () => null,
    settlements: unused,
  };
}

/**
 * Settles a payment as a provider reports it later, with its exact amount unless another one is given.
 * @returns false if the provider has no such payment
 */
export async function report(
  { name: provider }: Pick<PaymentProvider, 'name'>,
  result: { paymentId: string } & (
    { status: 'failed' } | { status: 'captured'; transactionId: string; amountPaise?: number }
  ),
): Promise<boolean> {
  const { paymentId } = result;
  if (result.status === 'failed') return (await settle({ paymentId, provider, status: 'failed' })) !== null;
  const [payment] = await sql()<{ amount: number }[]>`
    select amount_paise::float8 as amount from payments where id = ${paymentId}`;
  const capture = captureOf(result.transactionId, result.amountPaise ?? payment?.amount ?? 0);
  return (await settle({ paymentId, provider, status: 'captured', capture })) !== null;
}

/** Returns the sandbox's notice of a payment: its body with the amount of the payment, and its signature. */
export async function sandboxNotice(
  paymentId: string,
  status: 'captured' | 'failed',
  extra: { transaction_id?: string; amount_paise?: number } = {},
): Promise<{ body: string; headers: Record<string, string> }> {
  const [payment] = await sql()<{ amount: number }[]>`
    select amount_paise::float8 as amount from payments where id = ${paymentId}`;
  const amount = status === 'captured' ? { amount_paise: payment?.amount ?? 100 } : {};
  const body = JSON.stringify({ payment_id: paymentId, status, ...amount, ...extra });
  return { body, headers: { [SIGNATURE_HEADER]: signSandboxNotice(process.env.APP_SECRET!, body) } };
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
