import { orderJson, paymentJson, refundJson } from './entities';
import { known, newId, Refusal, type Method, type Order, type Payment } from './gateway';
import type { StandIn } from './server';
import type { Switches } from './switches';
import type { DeliveryKind, WebhookEvent } from './webhooks';

type Body = Record<string, unknown>;

/** Ways to pay by POST /_test/pay. */
export type PayKind = 'captured' | 'authorized' | 'failed' | 'pending';

/**
 * Pays a link or an order as a payer would, or finishes a payment that is pending. `amount` and `currency` differ from
 * those of the order where a test wants to see that noticed.
 */
export function pay(
  { gateway }: StandIn,
  target: string,
  how: PayKind,
  options: { method?: Method; amount?: number; currency?: string } = {},
): Payment {
  const begun = gateway.payments.get(target);
  const payment = begun ?? gateway.begin(orderOf(gateway, target), options);
  if (how === 'failed') gateway.fail(payment);
  if (how === 'authorized') withCapture(gateway.switches, 'manual', () => gateway.authorize(payment));
  if (how === 'captured') gateway.authorize(payment);
  return payment;
}

/** Returns the order with this id, or the one behind the link with this id or reference. */
function orderOf(gateway: StandIn['gateway'], target: string): Order {
  const order = gateway.orders.get(target);
  if (order) return order;
  return gateway.openLink(gateway.linkOfReference(target) ?? known(gateway.links, target));
}

function withCapture(switches: Switches, capture: Switches['capture'], work: () => void): void {
  const before = switches.capture;
  switches.capture = capture;
  work();
  switches.capture = before;
}

/** Answers POST /_test/<action> with a JSON body, and GET /_test/<what>. */
export async function control(standIn: StandIn, method: string, action: string, body: Body): Promise<object> {
  const { gateway, webhooks } = standIn;
  const text = (name: string) => {
    const value = body[name];
    if (typeof value !== 'string') throw new Refusal(`${name} is missing`);
    return value;
  };
  const payment = () => known(gateway.payments, text('payment'));

  if (method === 'GET') {
    switch (action) {
      case 'journal':
        return standIn.journal;
      case 'events':
        return webhooks.events.map(eventJson);
      case 'state':
        return {
          now: gateway.clock.now(),
          links: [...gateway.links.values()],
          orders: [...gateway.orders.values()].map(orderJson),
          payments: [...gateway.payments.values()].map((each) => paymentJson(gateway, each)),
          refunds: [...gateway.refunds.values()].map(refundJson),
          webhook: { isEnabled: webhooks.isEnabled, timesDisabled: webhooks.timesDisabled },
        };
    }
  }
  switch (action) {
    case 'pay': {
      const paid = pay(standIn, text('target'), (body.how as PayKind | undefined) ?? 'captured', body);
      return { payment: paid.id };
    }
    // Late authorisation: the bank reports a failed or pending payment as paid, possibly days later.
    case 'authorize':
      gateway.authorize(payment());
      return { status: payment().status };
    case 'clock':
      await standIn.moveClock(Number(body.seconds));
      return { now: gateway.clock.now() };
    case 'faults':
      standIn.faults.push(...(body.faults as StandIn['faults']));
      return { waiting: standIn.faults.length };
    case 'switches':
      Object.assign(gateway.switches, body);
      return gateway.switches;
    case 'webhooks':
      Object.assign(webhooks, body);
      return { mode: webhooks.mode, url: webhooks.url, isEnabled: webhooks.isEnabled };
    case 'secret':
      webhooks.changeSecret(text('secret'));
      return {};
    case 'deliver': {
      const event = webhooks.find(text('event'));
      const statuses: (number | null)[] = [];
      for (let times = Number(body.times ?? 1); times > 0; times--)
        statuses.push(await webhooks.deliver(event, body.how as DeliveryKind | undefined));
      return { statuses };
    }
    case 'release':
      return { statuses: await webhooks.release({ reversed: body.reversed === true }) };
    case 'idle':
      await webhooks.idle();
      return {};
    // A refund made in the dashboard: without our receipt.
    case 'refund':
      return refundJson(
        gateway.refund(
          payment().id,
          { amount: body.amount as number | undefined, receipt: null, notes: {}, speed: 'normal' },
          null,
        ),
      );
    case 'finish-refund':
      gateway.finishRefund(known(gateway.refunds, text('refund')), (body.how as 'failed' | undefined) ?? 'processed');
      return {};
    case 'balance':
      gateway.balanceIsEmpty = body.empty === true;
      return {};
    case 'dispute':
      gateway.dispute(payment());
      return {};
    case 'transfer':
      return { payment: gateway.creditTransfer((body.order as string | undefined) ?? null, Number(body.amount)).id };
    case 'adjustment':
      gateway.adjustments.push({ id: newId('adj'), amount: Number(body.amount), createdAt: gateway.clock.now() });
      return {};
    // Events of others that use the same account: an order that we do not know, an invoice.
    case 'foreign': {
      const order = gateway.createOrder({ amount: 500_00, currency: 'INR', receipt: 'R-1', notes: {}, capture: null });
      const foreign = pay(standIn, order.id, 'captured');
      standIn.announce('invoice.paid', {
        payment: foreign,
        order,
        invoice: { id: newId('inv'), entity: 'invoice', status: 'paid' },
      });
      return { payment: foreign.id };
    }
    case 'settled':
      standIn.announce('settlement.processed', {
        settlement: { id: newId('setl'), entity: 'settlement', amount: Number(body.amount ?? 0), utr: 'UTR1' },
      });
      return {};
    default:
      throw new Refusal(`There is no ${method} /_test/${action}`, null, 404);
  }
}

const eventJson = ({ body, secret: _secret, ...event }: WebhookEvent) => ({ ...event, body: body.toString() });
