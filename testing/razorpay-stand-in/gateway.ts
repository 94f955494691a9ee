import { randomInt } from 'node:crypto';
import type { Clock } from './clock';
import type { Switches } from './switches';

export type Method = 'card' | 'upi' | 'netbanking' | 'wallet' | 'bank_transfer';
export type Notes = Record<string, string>;

export type Order = {
  id: string;
  amount: number;
  currency: string;
  receipt: string | null;
  notes: Notes;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  createdAt: number;
  linkId: string | null;
};

export type Link = {
  id: string;
  code: string;
  amount: number;
  currency: string;
  referenceId: string | null;
  description: string;
  callbackUrl: string | null;
  notes: Notes;
  customer: Record<string, string>;
  expireBy: number;
  createdAt: number;
  status: 'created' | 'paid' | 'expired' | 'cancelled';
  endedAt: number;
  /** The order behind the link, made when its page is opened first. */
  orderId: string | null;
  paidBy: string[];
};

export type Payment = {
  id: string;
  orderId: string | null;
  amount: number;
  currency: string;
  method: Method;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  notes: Notes;
  createdAt: number;
  authorizedAt: number;
  capturedAt: number;
  errorReason: string | null;
  fee: number | null;
  tax: number | null;
};

export type Refund = {
  id: string;
  paymentId: string;
  amount: number;
  receipt: string | null;
  notes: Notes;
  status: 'pending' | 'processed' | 'failed';
  speed: string;
  createdAt: number;
  processedAt: number;
  bankReference: string | null;
};

/** Something that Razorpay announces: the name of the event and the entities of its payload, by name. */
export type Announce = (event: string, entities: Partial<Entities>) => void;
export type Entities = {
  payment: Payment;
  order: Order;
  payment_link: Link;
  refund: Refund;
  dispute: object;
  bank_transfer: object;
  virtual_account: object;
  settlement: object;
  invoice: object;
};

/** A refusal of Razorpay. */
export class Refusal extends Error {
  constructor(
    readonly description: string,
    readonly field: string | null = null,
    readonly status = 400,
  ) {
    super(description);
  }
}

const UNKNOWN_ID = 'The id provided does not exist';
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
/** Without word from the bank an attempt fails after this. */
const ATTEMPT_SECONDS = 10 * MINUTE;
/** Money that nobody captured goes back after this. */
const UNCAPTURED_SECONDS = 3 * DAY;
const REFUND_SECONDS = MINUTE;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const letters = () => Array.from({ length: 14 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
export const newId = (prefix: string) => `${prefix}_${letters()}`;

type PayOptions = { method?: Method; amount?: number; currency?: string };

/**
 * State and rules of the gateway, in memory. Time passes by tick(), which does everything that is due on the clock.
 */
export class Gateway {
  readonly orders = new Map<string, Order>();
  readonly links = new Map<string, Link>();
  readonly payments = new Map<string, Payment>();
  readonly refunds = new Map<string, Refund>();
  readonly adjustments: { id: string; amount: number; createdAt: number }[] = [];
  balanceIsEmpty = false;
  readonly #keys = new Map<string, { body: string; refundId: string; usedAt: number }>();

  constructor(
    readonly clock: Clock,
    readonly switches: Switches,
    readonly maximumPaise: number,
    private readonly announce: Announce,
  ) {}

  createOrder(given: Pick<Order, 'amount' | 'currency' | 'receipt' | 'notes'>): Order {
    this.#requireAmount(given.amount);
    return this.#addOrder({ ...given, linkId: null });
  }

  createLink(
    given: Pick<
      Link,
      'amount' | 'currency' | 'referenceId' | 'description' | 'callbackUrl' | 'notes' | 'customer' | 'expireBy'
    >,
  ): Link {
    this.#requireAmount(given.amount);
    const now = this.clock.now();
    if (given.expireBy && given.expireBy < now + 15 * MINUTE)
      throw new Refusal('expire_by should be at least 15 minutes after current time', 'expire_by');
    if (given.referenceId && this.linkOfReference(given.referenceId))
      throw new Refusal(
        `payment link creation with reference ID already attempted with reference_id ${given.referenceId}`,
      );
    const link: Link = {
      ...given,
      expireBy: given.expireBy || now + 180 * DAY,
      id: newId('plink'),
      code: letters(),
      createdAt: now,
      status: 'created',
      endedAt: 0,
      orderId: null,
      paidBy: [],
    };
    this.links.set(link.id, link);
    return link;
  }

  linkOfReference(referenceId: string): Link | undefined {
    return [...this.links.values()].find((link) => link.referenceId === referenceId);
  }

  cancelLink(id: string): Link {
    const link = known(this.links, id);
    if (link.status === 'paid') throw new Refusal('cannot cancel or expire an already paid/partially paid link');
    if (link.status !== 'created') throw new Refusal('cannot cancel or expire an expired link');
    this.#endLink(link, 'cancelled');
    return link;
  }

  /** Returns the order behind a link; opening its page makes it. */
  openLink(link: Link): Order {
    const existing = link.orderId ? this.orders.get(link.orderId) : undefined;
    if (existing) return existing;
    const { amount, currency, notes } = link;
    const receipt = this.switches.orderReceipt ? link.referenceId : null;
    const order = this.#addOrder({ amount, currency, receipt, notes, linkId: link.id });
    link.orderId = order.id;
    return order;
  }

  /** A payer begins a payment on a page. */
  begin(order: Order, { method = 'upi', amount = order.amount, currency = order.currency }: PayOptions = {}): Payment {
    const link = this.linkOf(order);
    if (link && link.status !== 'created') throw new Refusal(`This payment link is ${link.status}`);
    if (order.status === 'paid') throw new Refusal('Order is already paid');
    if (this.paymentsOf(order.id).some(({ status }) => status === 'authorized'))
      throw new Refusal('A payment of this order is being processed');
    order.status = 'attempted';
    order.attempts += 1;
    return this.#addPayment({
      orderId: order.id,
      amount,
      currency,
      method,
      notes: link && !this.switches.paymentNotes ? {} : order.notes,
    });
  }

  /** The bank authorises a payment; also one that failed (late authorisation, another try in the UPI app). */
  authorize(payment: Payment): void {
    if (payment.status !== 'created' && payment.status !== 'failed')
      throw new Refusal(`The payment is ${payment.status}`);
    const order = payment.orderId ? known(this.orders, payment.orderId) : null;
    const link = order && this.linkOf(order);
    payment.status = 'authorized';
    payment.errorReason = null;
    payment.authorizedAt = this.clock.now();
    this.announce('payment.authorized', { payment });
    const linkIsOver = link?.status === 'expired' || link?.status === 'cancelled';
    // A second payment of an order, and what an ended link does not take, goes back at once.
    if (order?.status === 'paid' || (linkIsOver && this.switches.lateOnLink === 'returned'))
      return this.#sendBack(payment);
    if (order && this.switches.capture === 'automatic') this.#capture(payment);
  }

  fail(payment: Payment, reason = 'payment_failed'): void {
    if (payment.status !== 'created') throw new Refusal(`The payment is ${payment.status}`);
    payment.status = 'failed';
    payment.errorReason = reason;
    this.announce('payment.failed', { payment });
  }

  /** Razorpay makes a transfer to a virtual account a captured payment. */
  creditTransfer(orderId: string | null, amount: number): Payment {
    const order = orderId ? known(this.orders, orderId) : null;
    const payment = this.#addPayment({
      orderId,
      amount,
      currency: 'INR',
      method: 'bank_transfer',
      notes: order?.notes ?? {},
    });
    payment.status = 'authorized';
    this.#capture(payment);
    this.announce('virtual_account.credited', {
      payment,
      virtual_account: { id: newId('va'), entity: 'virtual_account', status: 'active' },
      bank_transfer: {
        id: newId('bt'),
        entity: 'bank_transfer',
        payment_id: payment.id,
        mode: 'NEFT',
        bank_reference: `N${payment.createdAt}`,
        amount,
      },
    });
    return payment;
  }

  /** Refunds by request; `key` is the idempotency header. */
  refund(
    paymentId: string,
    given: { amount?: number; receipt: string | null; notes: Notes; speed: string },
    key: string | null,
  ): Refund {
    const payment = known(this.payments, paymentId);
    const body = JSON.stringify([paymentId, given]);
    const used = key ? this.#keys.get(key) : undefined;
    if (used && used.usedAt > this.clock.now() - this.switches.refundKeyHours * 3600) {
      if (used.body === body) return known(this.refunds, used.refundId);
      throw new Refusal(
        'Different request with the same idempotency key has already been processed.',
        null,
        this.switches.otherRefund,
      );
    }
    if (payment.status === 'refunded') throw new Refusal('The payment has been fully refunded already');
    if (payment.status !== 'captured')
      throw new Refusal('The payment status should be captured for action to be taken');
    const left = payment.amount - this.refundedOf(payment);
    const amount = given.amount ?? left;
    if (amount < 100) throw new Refusal('The amount must be at least INR 1.00', 'amount');
    if (amount > left) throw new Refusal('The refund amount provided is greater than amount captured', 'amount');
    if (this.balanceIsEmpty) throw new Refusal(this.switches.noBalance);
    const refund = this.#addRefund(payment, { ...given, amount });
    if (key) this.#keys.set(key, { body, refundId: refund.id, usedAt: this.clock.now() });
    if (this.switches.refundAnswer === 'processed') this.finishRefund(refund, 'processed');
    return refund;
  }

  finishRefund(refund: Refund, status: 'processed' | 'failed'): void {
    if (refund.status !== 'pending') throw new Refusal(`The refund is ${refund.status}`);
    const payment = known(this.payments, refund.paymentId);
    refund.status = status;
    refund.processedAt = this.clock.now();
    if (status === 'processed') refund.bankReference = String(randomInt(1e11, 1e12 - 1e11));
    else if (payment.status === 'refunded') payment.status = 'captured';
    this.announce(`refund.${status}`, { refund, payment });
  }

  dispute(payment: Payment): void {
    const dispute = {
      id: newId('disp'),
      entity: 'dispute',
      payment_id: payment.id,
      amount: payment.amount,
      currency: payment.currency,
      reason_code: 'chargeback_authorization',
      phase: 'chargeback',
      status: 'open',
    };
    this.announce('payment.dispute.created', { payment, dispute });
  }

  /** Does everything that is due by now. */
  tick(): void {
    const now = this.clock.now();
    for (const payment of this.payments.values()) {
      if (payment.status === 'created' && now >= payment.createdAt + ATTEMPT_SECONDS)
        this.fail(payment, 'payment_timed_out');
      if (payment.status === 'authorized' && now >= payment.authorizedAt + UNCAPTURED_SECONDS) this.#sendBack(payment);
    }
    for (const link of this.links.values())
      if (link.status === 'created' && now >= link.expireBy) this.#endLink(link, 'expired');
    for (const refund of this.refunds.values())
      if (refund.status === 'pending' && now >= refund.createdAt + REFUND_SECONDS)
        this.finishRefund(refund, 'processed');
  }

  paymentsOf = (orderId: string) => [...this.payments.values()].filter((payment) => payment.orderId === orderId);
  refundsOf = (paymentId: string) => [...this.refunds.values()].filter((refund) => refund.paymentId === paymentId);
  linkOf = (order: Order) => (order.linkId ? known(this.links, order.linkId) : null);
  refundedOf = ({ id }: Payment) =>
    this.refundsOf(id)
      .filter(({ status }) => status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0);

  #capture(payment: Payment): void {
    payment.status = 'captured';
    payment.capturedAt = this.clock.now();
    payment.fee = Math.round(payment.amount * 0.0236);
    payment.tax = Math.round(payment.amount * 0.0036);
    this.announce('payment.captured', { payment });
    const order = payment.orderId ? known(this.orders, payment.orderId) : null;
    if (!order) return;
    order.status = 'paid';
    this.announce('order.paid', { payment, order });
    const link = this.linkOf(order);
    if (link?.status !== 'created') return;
    link.status = 'paid';
    link.paidBy.push(payment.id);
    this.announce('payment_link.paid', { payment_link: link, order, payment });
  }

  #sendBack(payment: Payment): void {
    const refund = this.#addRefund(payment, { amount: payment.amount, receipt: null, notes: {}, speed: 'normal' });
    this.finishRefund(refund, 'processed');
  }

  #endLink(link: Link, status: 'expired' | 'cancelled'): void {
    link.status = status;
    link.endedAt = this.clock.now();
    this.announce(`payment_link.${status}`, { payment_link: link });
  }

  #requireAmount(amount: number): void {
    if (amount < 100) throw new Refusal('The amount must be at least INR 1.00', 'amount');
    if (amount > this.maximumPaise) throw new Refusal('Amount exceeds maximum amount allowed.', 'amount');
  }

  #addOrder(given: Pick<Order, 'amount' | 'currency' | 'receipt' | 'notes' | 'linkId'>): Order {
    const order: Order = { ...given, id: newId('order'), status: 'created', attempts: 0, createdAt: this.clock.now() };
    this.orders.set(order.id, order);
    return order;
  }

  #addPayment(given: Pick<Payment, 'orderId' | 'amount' | 'currency' | 'method' | 'notes'>): Payment {
    const payment: Payment = {
      ...given,
      id: newId('pay'),
      status: 'created',
      createdAt: this.clock.now(),
      authorizedAt: 0,
      capturedAt: 0,
      errorReason: null,
      fee: null,
      tax: null,
    };
    this.payments.set(payment.id, payment);
    return payment;
  }

  #addRefund(payment: Payment, given: Pick<Refund, 'amount' | 'receipt' | 'notes' | 'speed'>): Refund {
    const refund: Refund = {
      ...given,
      id: newId('rfnd'),
      paymentId: payment.id,
      status: 'pending',
      createdAt: this.clock.now(),
      processedAt: 0,
      bankReference: null,
    };
    this.refunds.set(refund.id, refund);
    if (this.refundedOf(payment) >= payment.amount) payment.status = 'refunded';
    this.announce('refund.created', { refund, payment });
    return refund;
  }
}

/** Returns an entity; refuses an unknown id as Razorpay does. */
export function known<T>(entities: ReadonlyMap<string, T>, id: string): T {
  const entity = entities.get(id);
  if (!entity) throw new Refusal(UNKNOWN_ID);
  return entity;
}
