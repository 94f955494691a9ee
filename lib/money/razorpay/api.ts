import 'server-only';
import type { z } from 'zod';
import { describeError, log } from '@/lib/platform/log';
import {
  errorEntity,
  linkEntity,
  listOf,
  orderEntity,
  paymentEntity,
  refundEntity,
  settlementEntity,
  type LinkEntity,
  type PaymentEntity,
  type RefundEntity,
  type SettlementEntity,
} from './entities';
import type { RazorpaySettings } from './settings';

/** Limit of one request; creating a payment link and looking for it afterwards take at most 6.5 s together. */
const TIMEOUT_MS = 4000;
const SEARCH_TIMEOUT_MS = 2500;
/** Items of a page of the settlement report: the most that Razorpay allows. */
const REPORT_PAGE = 1000;
const REPORT_PAGES = 100;

/**
 * Why a request has no usable answer. 'unreachable': it may have been carried out, and is worth repeating;
 * 'unauthorized': the keys are wrong; 'refused': Razorpay refused this request for good.
 */
type FailureKind = 'unreachable' | 'unauthorized' | 'refused';

/** Thrown when Razorpay does not do what it was asked for. The message has no values of the request. */
export class RazorpayError extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly status: number | null,
    /** Field that a refusal names. */
    readonly field: string | null = null,
    /** Text of a refusal; may repeat values of the request, so it is not logged. */
    readonly description: string = '',
  ) {
    super(`Razorpay: ${kind}${status ? ` (${status})` : ''}`);
    this.name = 'RazorpayError';
  }
}

type LinkRequest = {
  amount: number;
  currency: 'INR';
  accept_partial: false;
  reference_id: string;
  description: string;
  notify: { sms: false; email: false };
  reminder_enable: false;
  expire_by: number;
  callback_url: string;
  callback_method: 'get';
  notes: Record<string, string>;
};

type RefundRequest = { amount: number; speed: 'normal'; receipt: string; notes: Record<string, string> };

/** The requests that we send to Razorpay. Each throws RazorpayError; finding returns null if there is nothing. */
export type RazorpayApi = {
  createLink(request: LinkRequest): Promise<LinkEntity>;
  fetchLink(linkId: string): Promise<LinkEntity | null>;
  findLink(referenceId: string): Promise<LinkEntity | null>;
  cancelLink(linkId: string): Promise<LinkEntity>;
  fetchPayment(paymentId: string): Promise<PaymentEntity>;
  /** Payments of every order with this receipt, including failed attempts. */
  paymentsOfReceipt(receipt: string): Promise<PaymentEntity[]>;
  createRefund(paymentId: string, key: string, request: RefundRequest): Promise<RefundEntity>;
  fetchRefund(refundId: string): Promise<RefundEntity | null>;
  refundsOf(paymentId: string): Promise<RefundEntity[]>;
  /** The settlement report of a day (YYYY-MM-DD). */
  settlementReport(day: string): Promise<SettlementEntity[]>;
  /** The time at Razorpay in epoch milliseconds, by its last answer; ours until there is one. */
  now(): number;
};

type Request<T> = {
  operation: string;
  path: string;
  answer: z.ZodType<T>;
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs?: number;
};

/**
 * Returns a client of the Razorpay API. It repeats nothing: callers do, by their own pauses. Logs have the name of the
 * operation and the kind of failure only.
 */
export function createRazorpayApi({ keyId, keySecret, baseUrl, timeoutMs }: RazorpaySettings): RazorpayApi {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`;
  /** How far the clock of Razorpay is ahead of ours. */
  let aheadMs = 0;

  async function send<T>({ operation, path, answer, body, headers = {}, ...limits }: Request<T>): Promise<T> {
    try {
      const response = await fetch(`${baseUrl}/v1${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          Authorization: authorization,
          Accept: 'application/json',
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        cache: 'no-store',
        // The Authorization header is for one host.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs ?? limits.timeoutMs ?? TIMEOUT_MS),
      });
      const date = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(date)) aheadMs = date - Date.now();
      const json = parseJson(await response.text());
      if (!response.ok) throw failureOf(response.status, json);
      const parsed = answer.safeParse(json);
      // What was asked for may have been done: unlike a refusal.
      if (!parsed.success) throw new RazorpayError('unreachable', response.status, unreadable(parsed.error));
      return parsed.data;
    } catch (error) {
      const failure = error instanceof RazorpayError ? error : new RazorpayError('unreachable', null);
      log.warn('razorpay_request_failed', {
        operation,
        kind: failure.kind,
        status: failure.status,
        field: plain(failure.field),
        error: error === failure ? undefined : String(describeError(error).kind),
      });
      throw failure;
    }
  }

  return {
    createLink: (body) => send({ operation: 'create_link', path: '/payment_links', answer: linkEntity, body }),
    fetchLink: (id) =>
      orNull(send({ operation: 'fetch_link', path: `/payment_links/${encodeURIComponent(id)}`, answer: linkEntity })),
    findLink: async (referenceId) => {
      const links = await send({
        operation: 'find_link',
        path: `/payment_links?${new URLSearchParams({ reference_id: referenceId })}`,
        answer: listOf(linkEntity),
        timeoutMs: SEARCH_TIMEOUT_MS,
      });
      return links.find((link) => link.reference_id === referenceId) ?? null;
    },
    cancelLink: (id) =>
      send({
        operation: 'cancel_link',
        path: `/payment_links/${encodeURIComponent(id)}/cancel`,
        answer: linkEntity,
        body: {},
      }),
    fetchPayment: (id) =>
      send({ operation: 'fetch_payment', path: `/payments/${encodeURIComponent(id)}`, answer: paymentEntity }),
    paymentsOfReceipt: async (receipt) => {
      const orders = await send({
        operation: 'find_orders',
        path: `/orders?${new URLSearchParams({ receipt })}`,
        answer: listOf(orderEntity),
      });
      const lists = orders
        .filter((order) => order.receipt === receipt)
        .map(({ id }) =>
          send({
            operation: 'list_payments',
            path: `/orders/${encodeURIComponent(id)}/payments`,
            answer: listOf(paymentEntity),
          }),
        );
      return (await Promise.all(lists)).flat();
    },
    createRefund: (paymentId, key, body) =>
      send({
        operation: 'create_refund',
        path: `/payments/${encodeURIComponent(paymentId)}/refund`,
        answer: refundEntity,
        body,
        headers: { 'X-Refund-Idempotency': key },
      }),
    fetchRefund: (id) =>
      orNull(send({ operation: 'fetch_refund', path: `/refunds/${encodeURIComponent(id)}`, answer: refundEntity })),
    refundsOf: (paymentId) =>
      send({
        operation: 'list_refunds',
        path: `/payments/${encodeURIComponent(paymentId)}/refunds?count=100`,
        answer: listOf(refundEntity),
      }),
    settlementReport: async (day) => {
      const [year, month, date] = day.split('-') as [string, string, string];
      const items: SettlementEntity[] = [];
      for (let page = 0; page < REPORT_PAGES; page++) {
        const query = { year, month, day: date, count: String(REPORT_PAGE), skip: String(items.length) };
        const part = await send({
          operation: 'settlement_report',
          path: `/settlements/recon/combined?${new URLSearchParams(query)}`,
          answer: listOf(settlementEntity),
        });
        items.push(...part);
        if (part.length < REPORT_PAGE) return items;
      }
      throw new RazorpayError('unreachable', null, 'skip');
    },
    now: () => Date.now() + aheadMs,
  };
}

/** Unknown ids are refused with 400, not 404. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RazorpayError && error.kind === 'refused') {
      if (error.status === 404 || /not exist|not a valid id/i.test(error.description)) return null;
    }
    throw error;
  }
}

function failureOf(status: number, json: unknown): RazorpayError {
  const error = errorEntity.safeParse(json).data?.error;
  const description = error?.description ?? '';
  const refuses = status >= 400 && status < 500 && status !== 429 && status !== 408;
  if (!refuses) return new RazorpayError('unreachable', status);
  // Wrong keys are 401 by experience, and 400 on one page of the documentation.
  if (status === 401 || status === 403 || /authenticat|key\/secret|api key/i.test(description))
    return new RazorpayError('unauthorized', status);
  // Without the shape of Razorpay's errors a proxy answered.
  if (!error) return new RazorpayError('unreachable', status);
  return new RazorpayError('refused', status, error.field ?? null, description);
}

const unreadable = (error: z.ZodError) => error.issues[0]?.path.join('.') ?? null;

const plain = (field: string | null) => (field && /^[\w.[\]]{1,60}$/.test(field) ? field : undefined);

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
