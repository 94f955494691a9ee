import 'server-only';
import type { PaymentProvider, PaymentState } from './gateway/types';

/** The transaction of a payment of nothing follows from its id, so it is the same whenever it is asked for. */
const paid = (paymentId: string): PaymentState => ({
  status: 'captured',
  providerRef: null,
  captures: [
    {
      transactionId: `FREE-${paymentId}`,
      amountPaise: 0,
      currency: 'INR',
      method: null,
      feePaise: null,
      taxPaise: null,
    },
  ],
});

/** Completes adoptions that cost nothing: gateways take no payment below one rupee. */
export const freeProvider: PaymentProvider = {
  name: 'none',
  isTest: false,
  maxPaise: 0,
  charge: async ({ paymentId }) => paid(paymentId),
  enquire: async ({ paymentId }) => paid(paymentId),
  close: async ({ paymentId }) => paid(paymentId),
  refund: async () => ({ status: 'failed', refundRef: null, reason: 'Nothing was paid' }),
  enquireRefund: async () => ({ status: 'failed', refundRef: null, reason: 'Nothing was paid' }),
  refundsOf: async () => [],
  readNotice: () => ({ outcome: 'forged' }),
  paidOnReturn: () => null,
  settlements: null,
};
