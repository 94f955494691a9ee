import { known, type Method, type Order, type Payment } from './gateway';
import type { StandIn } from './server';

/** How a payment goes. */
export type PayKind = 'captured' | 'failed' | 'pending';

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
  if (how === 'captured') gateway.authorize(payment);
  return payment;
}

/** Returns the order with this id, or the one behind the link with this id or reference. */
function orderOf(gateway: StandIn['gateway'], target: string): Order {
  const order = gateway.orders.get(target);
  if (order) return order;
  return gateway.openLink(gateway.linkOfReference(target) ?? known(gateway.links, target));
}
