import {
  known,
  type Entities,
  type Gateway,
  type Link,
  type Notes,
  type Order,
  type Payment,
  type Refund,
} from './gateway';

/** Empty notes are a list. */
const notesOf = (notes: Notes) => (Object.keys(notes).length > 0 ? notes : []);

export const orderJson = (order: Order) => ({
  id: order.id,
  entity: 'order',
  amount: order.amount,
  amount_paid: order.status === 'paid' ? order.amount : 0,
  amount_due: order.status === 'paid' ? 0 : order.amount,
  currency: order.currency,
  receipt: order.receipt,
  offer_id: null,
  status: order.status,
  attempts: order.attempts,
  notes: notesOf(order.notes),
  created_at: order.createdAt,
});

export function paymentJson(gateway: Gateway, payment: Payment) {
  const refunded = gateway.refundedOf(payment);
  const failed = payment.status === 'failed';
  return {
    id: payment.id,
    entity: 'payment',
    amount: payment.amount,
    currency: payment.currency,
    status: payment.status,
    order_id: payment.orderId,
    invoice_id: null,
    international: false,
    method: payment.method,
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : refunded < payment.amount ? 'partial' : 'full',
    captured: payment.status === 'captured' || payment.status === 'refunded',
    description: null,
    card_id: null,
    bank: payment.method === 'netbanking' ? 'HDFC' : null,
    wallet: null,
    vpa: payment.method === 'upi' ? 'payer@upi' : null,
    email: 'payer@example.com',
    contact: '+919000090000',
    notes: notesOf(payment.notes),
    fee: payment.fee,
    tax: payment.tax,
    error_code: failed ? 'BAD_REQUEST_ERROR' : null,
    error_description: failed ? 'Payment failed' : null,
    error_source: failed ? 'bank' : null,
    error_step: failed ? 'payment_authorization' : null,
    error_reason: payment.errorReason,
    acquirer_data: payment.method === 'upi' ? { rrn: '001000100001' } : { bank_transaction_id: '0125836177' },
    created_at: payment.createdAt,
  };
}

export const linkJson = (gateway: Gateway, link: Link, url: string) => ({
  accept_partial: false,
  amount: link.amount,
  amount_paid: link.status === 'paid' ? link.amount : 0,
  callback_method: link.callbackUrl ? 'get' : '',
  callback_url: link.callbackUrl ?? '',
  cancelled_at: link.status === 'cancelled' ? link.endedAt : 0,
  created_at: link.createdAt,
  currency: link.currency,
  customer: link.customer,
  description: link.description,
  expire_by: link.expireBy,
  expired_at: link.status === 'expired' ? link.endedAt : 0,
  first_min_partial_amount: 0,
  id: link.id,
  notes: Object.keys(link.notes).length > 0 ? link.notes : null,
  notify: { email: false, sms: false },
  payments:
    link.paidBy.length > 0
      ? link.paidBy.map((id) => {
          const { amount, method, status, createdAt } = known(gateway.payments, id);
          return { amount, created_at: createdAt, method, payment_id: id, plink_id: link.id, status };
        })
      : null,
  reference_id: link.referenceId ?? '',
  reminder_enable: false,
  reminders: [],
  short_url: `${url}/l/${link.code}`,
  status: link.status,
  updated_at: link.createdAt,
  upi_link: false,
  user_id: '',
});

export const refundJson = (refund: Refund) => ({
  id: refund.id,
  entity: 'refund',
  amount: refund.amount,
  currency: 'INR',
  payment_id: refund.paymentId,
  notes: notesOf(refund.notes),
  receipt: refund.receipt,
  acquirer_data: { arn: refund.bankReference },
  created_at: refund.createdAt,
  batch_id: null,
  status: refund.status,
  speed_processed: 'normal',
  speed_requested: refund.speed,
});

/** Returns the payload of an event: {name: {entity}}. */
export function payloadJson(gateway: Gateway, event: string, entities: Partial<Entities>, url: string): object {
  const { payment, order, payment_link, refund, ...others } = entities;
  const json = {
    ...(payment_link ? { payment_link: linkJson(gateway, payment_link, url) } : {}),
    // In payment_link.paid the order has its internal form, whose id lacks the prefix.
    ...(order
      ? { order: { ...orderJson(order), ...(payment_link ? { id: order.id.replace('order_', '') } : {}) } }
      : {}),
    ...(refund ? { refund: refundJson(refund) } : {}),
    ...(payment ? { payment: paymentJson(gateway, payment) } : {}),
    ...others,
  };
  return Object.fromEntries(Object.entries(json).map(([name, entity]) => [name, { entity }]));
}

/** IST is ahead of UTC by 5 hours 30 minutes all year. */
const IST_SECONDS = 5.5 * 3600;
const DAY_SECONDS = 86_400;

/** Returns the day of a time in India, as YYYY-MM-DD. */
export const dayInIndia = (seconds: number) => new Date((seconds + IST_SECONDS) * 1000).toISOString().slice(0, 10);

/** Settlement is two working days after the payment. */
export function settledAt(seconds: number): number {
  let time = seconds;
  for (let days = 0; days < 2;) {
    time += DAY_SECONDS;
    const weekday = new Date((time + IST_SECONDS) * 1000).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days += 1;
  }
  return time;
}

/** Returns the items of the settlement report that are settled on a day of India and not after `now`. */
export function settlementJson(gateway: Gateway, isWanted: (day: string) => boolean): object[] {
  const now = gateway.clock.now();
  const item = (at: number, fields: { entity_id: string; debit: number; credit: number; [name: string]: unknown }) => {
    const settled = settledAt(at);
    const day = dayInIndia(settled);
    if (settled > now || !isWanted(day)) return [];
    return [
      {
        currency: 'INR',
        fee: 0,
        tax: 0,
        on_hold: false,
        settled: true,
        created_at: at,
        settled_at: settled,
        settlement_id: `setl_${day.replaceAll('-', '').padStart(14, '0')}`,
        settlement_utr: `UTR${day.replaceAll('-', '')}`,
        description: null,
        notes: 'Beam me up Scotty.',
        payment_id: null,
        order_id: null,
        order_receipt: null,
        method: null,
        dispute_id: null,
        ...fields,
      },
    ];
  };
  const receiptOf = ({ orderId }: Payment) => (orderId ? known(gateway.orders, orderId).receipt : null);
  const payments = [...gateway.payments.values()].flatMap((payment) =>
    payment.capturedAt === 0
      ? []
      : item(payment.capturedAt, {
          entity_id: payment.id,
          type: 'payment',
          debit: 0,
          credit: payment.amount - (payment.fee ?? 0),
          amount: payment.amount,
          fee: payment.fee,
          tax: payment.tax,
          order_id: payment.orderId,
          order_receipt: receiptOf(payment),
          method: payment.method,
        }),
  );
  const refunds = [...gateway.refunds.values()].flatMap((refund) => {
    const payment = known(gateway.payments, refund.paymentId);
    // What was never captured was never settled.
    if (refund.status !== 'processed' || payment.capturedAt === 0) return [];
    return item(refund.processedAt, {
      entity_id: refund.id,
      type: 'refund',
      debit: refund.amount,
      credit: 0,
      amount: refund.amount,
      payment_id: payment.id,
      order_id: payment.orderId,
      order_receipt: receiptOf(payment),
      method: payment.method,
    });
  });
  const adjustments = gateway.adjustments.flatMap(({ id, amount, createdAt }) =>
    item(createdAt, {
      entity_id: id,
      type: 'adjustment',
      debit: Math.max(0, -amount),
      credit: Math.max(0, amount),
      amount: Math.abs(amount),
    }),
  );
  return [...payments, ...refunds, ...adjustments];
}
