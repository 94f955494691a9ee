import { createHash } from 'node:crypto';
import type {
  Capture,
  Charge,
  Notice,
  NoticeReading,
  PaymentProvider,
  PaymentState,
  RefundNotice,
  RefundRequest,
  RefundState,
} from '@/lib/money/gateway/types';
import { captureOf } from './capture';

type Link = {
  paymentId: string;
  ref: string;
  amountPaise: number;
  captures: Capture[];
  ended: boolean;
  reason: string | null;
};

let transactions = 0;

/**
 * A gateway in memory, with payment links: a charge creates the link of a payment or finds it, the sponsor pays or does
 * not, and the application asks. `unreachable` makes every call
 * fail, `losesAnswers` fails calls after they had their effect.
 */
export function makeGateway(name = 'gateway', { maxPaise = null as number | null } = {}) {
  const links = new Map<string, Link>();
  const refunds = new Map<string, Omit<RefundRequest, 'refundId'> & { refundId: string | null; state: RefundState }>();
  const control = {
    unreachable: false,
    losesAnswers: false,
    calls: [] as string[],
    /** How new refunds begin, and why none can be made now. */
    refundsBegin: 'processed' as 'processed' | 'pending' | 'failed',
    refundsLater: null as string | null,
  };

  const answer = <T>(call: string, work: () => T): Promise<T> => {
    control.calls.push(call);
    if (control.unreachable) return Promise.reject(new Error('connect ECONNREFUSED'));
    const done = work();
    return control.losesAnswers ? Promise.reject(new Error('socket hang up')) : Promise.resolve(done);
  };
  const stateOf = ({ ref: providerRef, captures, ended }: Link): PaymentState => {
    if (captures.length > 0) return { status: 'captured', providerRef, captures: [...captures] };
    if (ended) return { status: 'failed', providerRef };
    return {
      status: 'pending',
      providerRef,
      next: { kind: 'redirect', url: `https://gateway.example/${providerRef}` },
    };
  };
  const linkOf = (paymentId: string): Link => {
    const link = links.get(paymentId);
    if (!link) throw new Error(`No link for the payment ${paymentId}`);
    return link;
  };

  const provider: PaymentProvider = {
    name,
    isTest: false,
    maxPaise,
    charge: ({ paymentId, amountPaise }: Charge) =>
      answer('charge', () => {
        const link = links.get(paymentId) ?? {
          paymentId,
          ref: `link_${createHash('sha256').update(paymentId).digest('hex').slice(0, 14)}`,
          amountPaise,
          captures: [],
          ended: false,
          reason: null,
        };
        links.set(paymentId, link);
        return stateOf(link);
      }),
    enquire: ({ paymentId }) =>
      answer('enquire', () => {
        const link = links.get(paymentId);
        return link ? stateOf(link) : null;
      }),
    close: ({ paymentId }) =>
      answer('close', () => {
        const link = links.get(paymentId);
        if (!link) return null;
        link.ended = true;
        return stateOf(link);
      }),
    refund: (request) =>
      answer('refund', () => {
        const known = refunds.get(request.refundId);
        if (known) return known.state;
        if (control.refundsLater) return { status: 'later', reason: control.refundsLater };
        const state = refundState(control.refundsBegin, `${name}_refund_${request.refundId}`);
        refunds.set(request.refundId, { ...request, state });
        return state;
      }),
    enquireRefund: ({ refundId }) =>
      answer('enquireRefund', () => refunds.get(refundId)?.state ?? { status: 'later', reason: 'unknown' }),
    refundsOf: (transactionId) =>
      answer('refundsOf', () =>
        [...refunds.values()].flatMap(({ state, ...refund }): RefundNotice[] =>
          refund.transactionId === transactionId && 'refundRef' in state && state.refundRef !== null
            ? [{ kind: 'refund', refundRef: state.refundRef, ...refund, state }]
            : [],
        ),
      ),
    readNotice: () => ({ outcome: 'forged' }),
    paidOnReturn: () => null,
    settlements: async () => [],
  };

  return {
    provider,
    control,
    links,
    refunds,
    named: (wanted: string) => (wanted === name ? provider : null),
    /** The sponsor pays on the page of the gateway. Twice if an open page is paid again. */
    pay(paymentId: string, changes: Partial<Capture> = {}): Capture {
      const link = linkOf(paymentId);
      const capture = captureOf(`${name}_pay_${++transactions}`, link.amountPaise, {
        method: 'upi',
        feePaise: Math.floor(link.amountPaise / 50),
        taxPaise: 0,
        ...changes,
      });
      link.captures.push(capture);
      return capture;
    },
    /** The link expires or is cancelled. */
    end(paymentId: string): void {
      linkOf(paymentId).ended = true;
    },
    /** The notice of captured money, as often as it is read the same event. */
    captured: (paymentId: string, capture: Capture): Exclude<NoticeReading, { outcome: 'forged' }> =>
      reading({ kind: 'captured', providerRef: linkOf(paymentId).ref, paymentId: null, capture }),
    ended: (paymentId: string) => reading({ kind: 'ended', providerRef: linkOf(paymentId).ref, paymentId }),
    /** The gateway finishes a refund. */
    finishRefund(refundId: string, status: 'processed' | 'failed'): void {
      const refund = refunds.get(refundId)!;
      refund.state = refundState(status, `${name}_refund_${refundId}`);
    },
    /** The notice of a refund, with our id unless it was made in the dashboard of the gateway. */
    refunded: (
      transactionId: string,
      amountPaise: number,
      state: RefundState & { refundRef: string },
      refundId: string | null = null,
    ) => reading({ kind: 'refund', refundRef: state.refundRef, refundId, transactionId, amountPaise, state }),
    /** A refund is made in the dashboard of the gateway; returns its notice. */
    refundInDashboard(transactionId: string, amountPaise: number) {
      const refundRef = `${name}_dashboard_${transactionId}`;
      const state = refundState('processed', refundRef);
      refunds.set(refundRef, { refundId: null, transactionId, amountPaise, state });
      return reading({ kind: 'refund', refundRef, refundId: null, transactionId, amountPaise, state });
    },
    disputed: (transactionId: string, isOver = false) =>
      reading({ kind: 'dispute', transactionId, text: isOver ? 'won' : 'created', isOver }),
    attemptFailed: (paymentId: string, reason: string) =>
      reading({ kind: 'attempt_failed', providerRef: linkOf(paymentId).ref, paymentId, reason }),
  };
}

export const refundState = (status: 'processed' | 'pending' | 'failed', refundRef: string) =>
  status === 'processed'
    ? { status, refundRef, bankReference: null }
    : status === 'failed'
      ? { status, refundRef, reason: 'failed' }
      : { status, refundRef };

const reading = (notice: Notice): Exclude<NoticeReading, { outcome: 'forged' }> => ({
  outcome: 'notice',
  eventId: createHash('sha256').update(JSON.stringify(notice)).digest('hex'),
  kind: notice.kind,
  notice,
});
