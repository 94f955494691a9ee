import 'server-only';
import type { Charge, PaymentKey, PaymentProvider, PaymentState, RefundState } from '../gateway/types';
import { createRazorpayApi, RazorpayError, type RazorpayApi } from './api';
import {
  ownId,
  PAYMENT_NOTE,
  REFUND_NOTE,
  type LinkEntity,
  type PaymentEntity,
  type SettlementEntity,
} from './entities';
import { captureOf, readNotice } from './notices';
import { refundIdOf, refundNoticeOf, refundStateOf } from './refund-state';
import type { RazorpaySettings } from './settings';
import { isSigned } from './signatures';

/** Razorpay refuses links that expire within 15 minutes; half a minute is for the request. */
const SHORTEST_LINK_MS = 15.5 * 60 * 1000;
/** An attempt that has not ended by then is over: Razorpay itself gives one 15 minutes at most. */
const ATTEMPT_MS = 30 * 60 * 1000;

/**
 * Returns the provider that takes payments by Razorpay's payment links. The payment's id is the reference of its link,
 * which is unique at Razorpay, so a payment has one link however often it is charged. Razorpay gets amount and
 * reference and nothing about the sponsor, who enters phone and e-mail there in any case.
 */
export function createRazorpayProvider(settings: RazorpaySettings): PaymentProvider {
  const api = createRazorpayApi(settings);
  return {
    name: 'razorpay',
    isTest: settings.keyId.startsWith('rzp_test_'),
    maxPaise: settings.maxRupees * 100,
    charge: async (charge) => {
      const existing = charge.providerRef ? await api.fetchLink(charge.providerRef) : null;
      if (existing) return stateOf(api, existing);
      const created = await createLink(api, charge);
      return created ? stateOf(api, created) : { status: 'failed', providerRef: null };
    },
    enquire: async (payment) => {
      const link = await linkOf(api, payment);
      return link && stateOf(api, link);
    },
    close: async (payment) => {
      const link = await linkOf(api, payment);
      if (!link) return null;
      if (link.status !== 'created') return stateOf(api, link);
      return stateOf(api, await cancel(api, link));
    },
    refund: async ({ refundId, transactionId, amountPaise }) => {
      try {
        // How long Razorpay remembers the key is not documented, so a repeat after days looks first.
        const existing = await findRefund(api, transactionId, refundId);
        if (existing) return existing;
        const notes = { [REFUND_NOTE]: refundId };
        const request = { amount: amountPaise, speed: 'normal', receipt: refundId, notes } as const;
        return refundStateOf(await api.createRefund(transactionId, refundId, request));
      } catch (error) {
        return refundFailure(error);
      }
    },
    enquireRefund: async ({ refundId, transactionId, refundRef }) => {
      try {
        const entity = refundRef ? await api.fetchRefund(refundRef) : null;
        if (entity) return refundStateOf(entity);
        return (await findRefund(api, transactionId, refundId)) ?? { status: 'later', reason: 'unknown' };
      } catch (error) {
        return refundFailure(error);
      }
    },
    refundsOf: async (transactionId) => (await api.refundsOf(transactionId)).map(refundNoticeOf),
    readNotice: (headers, rawBody) => readNotice(settings.webhookSecrets, headers, rawBody),
    paidOnReturn: (query) => paidOnReturn(settings.keySecret, query),
    settlements: async (day) => (await api.settlementReport(day)).map(settlementItem),
  };
}

/** Razorpay signs the ids of the link, of our payment and of its own, and the status of the link. */
function paidOnReturn(secret: string, query: Readonly<Record<string, unknown>>): string | null {
  const parameter = (name: string) => String(query[`razorpay_${name}`] ?? '');
  const paymentId = parameter('payment_link_reference_id');
  const status = parameter('payment_link_status');
  const message = [parameter('payment_link_id'), paymentId, status, parameter('payment_id')].join('|');
  return status === 'paid' && isSigned([secret], message, parameter('signature')) ? ownId(paymentId) : null;
}

const linkOf = (api: RazorpayApi, { providerRef, paymentId }: PaymentKey) =>
  providerRef ? api.fetchLink(providerRef) : api.findLink(paymentId);

/** Creates the link of a payment or finds it; null if Razorpay refuses to make one. */
async function createLink(api: RazorpayApi, charge: Charge): Promise<LinkEntity | null> {
  const { paymentId, amountPaise, reference, returnUrl, expiresAt } = charge;
  try {
    return await api.createLink({
      amount: amountPaise,
      currency: 'INR',
      accept_partial: false,
      reference_id: paymentId,
      description: `Seat adoption ${reference}`,
      notify: { sms: false, email: false },
      reminder_enable: false,
      expire_by: Math.ceil(Math.max(expiresAt.getTime(), api.now() + SHORTEST_LINK_MS) / 1000),
      callback_url: returnUrl,
      callback_method: 'get',
      notes: { [PAYMENT_NOTE]: paymentId, reference },
    });
  } catch (error) {
    if (!(error instanceof RazorpayError) || error.kind === 'unauthorized') throw error;
    // A refusal may mean that the link exists; after no answer it may have been created.
    const link = await api.findLink(paymentId);
    if (link) return link;
    // While another request creates the link, its reference is taken and it cannot be found yet.
    const isTaken = error.field === 'reference_id' || /reference/i.test(error.description);
    if (error.kind === 'refused' && !isTaken) return null;
    throw error;
  }
}

async function cancel(api: RazorpayApi, { id }: LinkEntity): Promise<LinkEntity> {
  try {
    return await api.cancelLink(id);
  } catch (error) {
    // Paid or expired in the meantime.
    const link = error instanceof RazorpayError && error.kind === 'refused' ? await api.fetchLink(id) : null;
    if (!link || link.status === 'created') throw error;
    return link;
  }
}

async function stateOf(api: RazorpayApi, link: LinkEntity): Promise<PaymentState> {
  const { id: providerRef, status, short_url: url } = link;
  if (status === 'created') return { status: 'pending', providerRef, next: { kind: 'redirect', url } };
  const payments = await paymentsOf(api, link);
  const captures = payments.filter((payment) => payment.status === 'captured').map(captureOf);
  if (captures.length > 0) return { status: 'captured', providerRef, captures };
  // Money that went back entirely is no longer there: such a payment has failed.
  const mayCome = payments.length === 0 ? status === 'paid' : payments.some((payment) => isOpen(payment, api.now()));
  return mayCome ? { status: 'pending', providerRef, next: null } : { status: 'failed', providerRef };
}

/**
 * Returns the payments of a link that has ended. It names captured ones only; what began before it expired or was
 * cancelled is found by the order behind it.
 */
async function paymentsOf(api: RazorpayApi, { payments, reference_id }: LinkEntity): Promise<PaymentEntity[]> {
  if (payments?.length) return Promise.all(payments.map(({ payment_id }) => api.fetchPayment(payment_id)));
  return reference_id ? api.paymentsOfReceipt(reference_id) : [];
}

/** @param now by the clock of Razorpay: by ours, if it is fast, an attempt that still gets its money would be over */
const isOpen = ({ status, created_at }: PaymentEntity, now: number) =>
  status === 'authorized' || (status === 'created' && (created_at ?? 0) * 1000 > now - ATTEMPT_MS);

async function findRefund(api: RazorpayApi, transactionId: string, refundId: string): Promise<RefundState | null> {
  const entity = (await api.refundsOf(transactionId)).find((each) => refundIdOf(each) === refundId);
  return entity ? refundStateOf(entity) : null;
}

function refundFailure(error: unknown): RefundState {
  if (!(error instanceof RazorpayError)) throw error;
  const { kind, status, description } = error;
  if (kind !== 'refused') return { status: 'later', reason: kind };
  // The same request is still running.
  if (status === 409 && !/different/i.test(description)) return { status: 'later', reason: 'in_progress' };
  // 'invalid request sent' is what some accounts get without a balance.
  if (/balance|invalid request sent/i.test(description)) return { status: 'later', reason: 'no_balance' };
  return { status: 'failed', refundRef: null, reason: 'refused' };
}

const settlementItem = (item: SettlementEntity) => ({
  entityId: item.entity_id,
  type: item.type,
  transactionId: item.type === 'payment' ? item.entity_id : (item.payment_id ?? null),
  creditPaise: item.credit,
  debitPaise: item.debit,
  amountPaise: item.amount,
  feePaise: item.fee ?? 0,
  taxPaise: item.tax ?? 0,
  settlementId: item.settlement_id ?? null,
  utr: item.settlement_utr ?? null,
  settledAt: item.settled_at ? new Date(item.settled_at * 1000) : null,
  reference: item.order_receipt ?? null,
});
