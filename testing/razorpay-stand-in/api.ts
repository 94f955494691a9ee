import { linkJson, orderJson, paymentJson, refundJson, settlementJson } from './entities';
import { known, Refusal, type Gateway, type Notes } from './gateway';

type ApiRequest = {
  method: string;
  /** Without /v1. */
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Record<string, string | string[] | undefined>;
};

type Body = Record<string, unknown>;
type Route = { method: string; pattern: RegExp; answer: (request: ApiRequest, id: string) => object };

const LINK_FIELDS = [
  'amount',
  'currency',
  'accept_partial',
  'reference_id',
  'description',
  'customer',
  'notify',
  'reminder_enable',
  'expire_by',
  'callback_url',
  'callback_method',
  'notes',
  'options',
];
const REFUND_FIELDS = ['amount', 'speed', 'receipt', 'notes'];
const KEY = /^[A-Za-z0-9_-]*$/;
const NOTES = 15;
const NOTE_LENGTH = 255;
const REFERENCE_LENGTH = 40;
const DESCRIPTION_LENGTH = 2048;

/** Returns the function that answers requests of the API; it throws Refusal. */
export function createApi(gateway: Gateway, url: string): (request: ApiRequest) => object {
  const collection = (items: object[]) => ({ entity: 'collection', count: items.length, items });
  const link = (id: string) => linkJson(gateway, known(gateway.links, id), url);

  const routes: Route[] = [
    {
      method: 'GET',
      pattern: /^\/orders\/?$/,
      answer: ({ query }) => {
        const receipt = query.get('receipt');
        const orders = [...gateway.orders.values()].filter((order) => receipt === null || order.receipt === receipt);
        return collection(page(orders, query).map(orderJson));
      },
    },
    {
      method: 'GET',
      pattern: /^\/orders\/(\w+)\/payments$/,
      answer: (_, id) =>
        collection(gateway.paymentsOf(known(gateway.orders, id).id).map((payment) => paymentJson(gateway, payment))),
    },
    {
      method: 'POST',
      pattern: /^\/payment_links\/?$/,
      answer: ({ body }) => {
        const fields = fieldsOf(body, LINK_FIELDS);
        const callbackUrl = textOf(fields, 'callback_url', DESCRIPTION_LENGTH);
        if (callbackUrl && !URL.canParse(callbackUrl))
          throw new Refusal('The callback url format is invalid', 'callback_url');
        if (callbackUrl && fields.callback_method !== 'get')
          throw new Refusal('The callback method must be get', 'callback_method');
        const created = gateway.createLink({
          amount: integer(fields, 'amount'),
          currency: currencyOf(fields),
          referenceId: textOf(fields, 'reference_id', REFERENCE_LENGTH),
          description: textOf(fields, 'description', DESCRIPTION_LENGTH) ?? '',
          callbackUrl,
          notes: notesOf(fields),
          customer: (fields.customer as Notes | undefined) ?? {},
          expireBy: fields.expire_by === undefined ? 0 : integer(fields, 'expire_by'),
        });
        return link(created.id);
      },
    },
    {
      method: 'GET',
      pattern: /^\/payment_links\/?$/,
      answer: ({ query }) => {
        const wanted = gateway.switches.linkFilter ? query.get('reference_id') : null;
        const links = [...gateway.links.values()]
          .filter(({ referenceId }) => wanted === null || referenceId === wanted)
          .filter(({ createdAt }) => createdAt + gateway.switches.listDelaySeconds <= gateway.clock.now())
          .map(({ id }) => link(id));
        return gateway.switches.linkList === 'items' ? collection(links) : { payment_links: links };
      },
    },
    { method: 'GET', pattern: /^\/payment_links\/(\w+)$/, answer: (_, id) => link(id) },
    {
      method: 'POST',
      pattern: /^\/payment_links\/(\w+)\/cancel$/,
      answer: (_, id) => link(gateway.cancelLink(id).id),
    },
    {
      method: 'GET',
      pattern: /^\/payments\/(\w+)$/,
      answer: (_, id) => paymentJson(gateway, known(gateway.payments, id)),
    },
    {
      method: 'POST',
      pattern: /^\/payments\/(\w+)\/refund$/,
      answer: ({ body, headers }, id) => {
        const fields = fieldsOf(body, REFUND_FIELDS);
        return refundJson(
          gateway.refund(
            id,
            {
              amount: fields.amount === undefined ? undefined : integer(fields, 'amount'),
              receipt: textOf(fields, 'receipt', REFERENCE_LENGTH),
              notes: notesOf(fields),
              speed: textOf(fields, 'speed', 10) ?? 'normal',
            },
            refundKey(headers),
          ),
        );
      },
    },
    { method: 'GET', pattern: /^\/refunds\/(\w+)$/, answer: (_, id) => refundJson(known(gateway.refunds, id)) },
    {
      method: 'GET',
      pattern: /^\/payments\/(\w+)\/refunds$/,
      answer: ({ query }, id) =>
        collection(page(gateway.refundsOf(known(gateway.payments, id).id), query).map(refundJson)),
    },
    {
      method: 'GET',
      pattern: /^\/settlements\/recon\/combined$/,
      answer: ({ query }) => {
        const [year, month, day] = ['year', 'month', 'day'].map((name) => query.get(name) ?? '') as [
          string,
          string,
          string,
        ];
        if (!/^\d{4}$/.test(year)) throw new Refusal('The year must be 4 digits.', 'year');
        if (!/^(0?[1-9]|1[0-2])$/.test(month)) throw new Refusal('The month is not a valid month.', 'month');
        if (!/^\d{0,2}$/.test(day)) throw new Refusal('The day must be between 1 and 2 digits.', 'day');
        const prefix = [year, month.padStart(2, '0'), ...(day ? [day.padStart(2, '0')] : [])].join('-');
        return collection(
          page(
            settlementJson(gateway, (each) => each.startsWith(prefix)),
            query,
            1000,
          ),
        );
      },
    },
  ];

  return (request) => {
    for (const { method, pattern, answer } of routes) {
      const match = method === request.method ? pattern.exec(request.path) : null;
      if (match) return answer(request, match[1] ?? '');
    }
    throw new Refusal('The requested URL was not found on the server.');
  };
}

/** The shape of errors: `metadata` is {} or []. */
export const errorJson = (description: string, field: string | null = null, code = 'BAD_REQUEST_ERROR') => ({
  error: {
    code,
    description,
    source: field ? 'business' : 'NA',
    step: field ? 'payment_initiation' : 'NA',
    reason: field ? 'input_validation_failed' : 'NA',
    metadata: field ? {} : [],
    ...(field ? { field } : {}),
  },
});

function fieldsOf(body: unknown, allowed: readonly string[]): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refusal('The request body must be a JSON object');
  const others = Object.keys(body).filter((name) => !allowed.includes(name));
  if (others.length > 0) throw new Refusal(`${others.join(', ')} is/are not required and should not be sent`);
  return body as Body;
}

function integer(body: Body, field: string): number {
  const value = body[field];
  if (!Number.isSafeInteger(value)) throw new Refusal(`The ${field} must be an integer.`, field);
  return value as number;
}

function textOf(body: Body, field: string, limit: number): string | null {
  const value = body[field];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw new Refusal(`The ${field} must be a string.`, field);
  if (value.length > limit) throw new Refusal(`The ${field} may not be greater than ${limit} characters.`, field);
  return value;
}

function currencyOf(body: Body): string {
  if (body.currency !== 'INR') throw new Refusal('Currency is not supported', 'currency');
  return 'INR';
}

function notesOf({ notes = {} }: Body): Notes {
  const entries = Object.entries(notes as Notes);
  if (entries.length > NOTES)
    throw new Refusal('Number of fields in notes should be less than or equal to 15', 'notes');
  if (entries.some(([, value]) => typeof value !== 'string' || value.length > NOTE_LENGTH))
    throw new Refusal('The notes values may not be greater than 255 characters.', 'notes');
  return Object.fromEntries(entries);
}

function refundKey(headers: ApiRequest['headers']): string | null {
  const key = headers['x-refund-idempotency'];
  if (typeof key !== 'string') return null;
  if (key.length < 10) throw new Refusal('The idempotency key must be at least 10 characters long.');
  if (!KEY.test(key))
    throw new Refusal('The idempotency key must only contain alphanumeric characters, underscores, and hyphens');
  return key;
}

function page<T>(items: T[], query: URLSearchParams, most = 100): T[] {
  const count = Number(query.get('count') ?? (most === 1000 ? most : 10));
  const skip = Number(query.get('skip') ?? 0);
  if (!(count >= 1)) throw new Refusal('The count must be at least 1.', 'count');
  if (count > most) throw new Refusal(`The count may not be greater than ${most}.`, 'count');
  return items.slice(skip, skip + count);
}
