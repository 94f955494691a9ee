import type { Clock } from './clock';
import { newId, Refusal } from './gateway';
import { hmac } from './signatures';
import type { Switches } from './switches';

/** How a delivery differs from a genuine one. */
type DeliveryKind = 'genuine' | 'forged' | 'cut' | 'old_secret' | 'oversized';

type WebhookEvent = {
  id: string;
  event: string;
  body: Buffer;
  /** The secret of its time: repeats keep it when the secret changes. */
  secret: string;
  createdAt: number;
  /** Statuses of the attempts; null without an answer in time. */
  attempts: (number | null)[];
  state: 'held' | 'waiting' | 'delivered' | 'dropped' | 'given_up';
  nextAt: number;
};

const ANSWER_LIMIT_MS = 5000;
const REPEAT_SECONDS = 24 * 3600;
const OVERSIZE_BYTES = 2 * 1024 * 1024;

/**
 * Sends webhooks: at once, in any order, and again with growing pauses for 24 hours of the clock; then the webhook is
 * switched off until it is enabled again.
 */
export class WebhookSender {
  readonly events: WebhookEvent[] = [];
  /** 'hold' keeps new events until release(), 'drop' loses them. */
  mode: 'send' | 'hold' | 'drop' = 'send';
  isEnabled = true;
  readonly #pending = new Set<Promise<unknown>>();

  constructor(
    private readonly clock: Clock,
    private readonly switches: Switches,
    public url: string | null,
    /** The current secret and those before it. */
    readonly secrets: [string, ...string[]],
    private readonly answerLimitMs = ANSWER_LIMIT_MS,
  ) {}

  changeSecret(secret: string): void {
    this.secrets.unshift(secret);
  }

  /** Adds an event and, unless events are held or dropped, sends it. */
  add(name: string, payload: object): WebhookEvent {
    const createdAt = this.clock.now();
    const event: WebhookEvent = {
      id: newId('evt').slice(4),
      event: name,
      body: oddJson({
        entity: 'event',
        account_id: 'acc_BFQ7uQEaa7j2z7',
        event: name,
        contains: Object.keys(payload),
        payload,
        created_at: createdAt,
      }),
      secret: this.secrets[0],
      createdAt,
      attempts: [],
      state:
        this.mode === 'hold' ? 'held' : this.mode === 'drop' || !this.isEnabled || !this.url ? 'dropped' : 'waiting',
      nextAt: createdAt,
    };
    this.events.push(event);
    if (event.state === 'waiting') this.#track(this.#attempt(event));
    return event;
  }

  /** Finds an event by id, or the last one with this name. */
  find(wanted: string): WebhookEvent {
    const event = this.events.findLast(({ id, event }) => id === wanted || event === wanted);
    if (!event) throw new Refusal(`There is no event ${wanted}`);
    return event;
  }

  /** Sends an event once more, or in a way that a receiver must refuse. Returns the status of the answer. */
  async deliver(event: WebhookEvent, kind: DeliveryKind = 'genuine'): Promise<number | null> {
    const secret = kind === 'old_secret' ? (this.secrets[1] ?? this.secrets[0]) : event.secret;
    const body = kind === 'oversized' ? Buffer.concat([event.body, Buffer.alloc(OVERSIZE_BYTES, ' ')]) : event.body;
    const signature = hmac(kind === 'forged' ? `not ${secret}` : secret, body);
    const sent = kind === 'cut' ? body.subarray(0, body.length / 2) : body;
    const status = await this.#post(event.id, sent, signature);
    if (kind === 'genuine') this.#record(event, status);
    return status;
  }

  /** Sends held events one after another, and again sends new ones at once. */
  async release({ reversed = false } = {}): Promise<(number | null)[]> {
    this.mode = 'send';
    const held = this.events.filter(({ state }) => state === 'held');
    const statuses: (number | null)[] = [];
    for (const event of reversed ? held.reverse() : held) statuses.push(await this.deliver(event));
    return statuses;
  }

  /** Sends what is due again. */
  async tick(): Promise<void> {
    const now = this.clock.now();
    const due = this.events.filter(
      ({ state, attempts, nextAt }) => state === 'waiting' && attempts.length && nextAt <= now,
    );
    if (this.isEnabled && this.url) await Promise.all(due.map((event) => this.#track(this.#attempt(event))));
  }

  /** Waits for the deliveries that are under way. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  async #attempt(event: WebhookEvent): Promise<void> {
    // Not sent twice while it is under way.
    event.nextAt = Infinity;
    this.#record(event, await this.#post(event.id, event.body, hmac(event.secret, event.body)));
  }

  #record(event: WebhookEvent, status: number | null): void {
    event.attempts.push(status);
    if (status !== null && status >= 200 && status < 300) {
      event.state = 'delivered';
      return;
    }
    if (event.state === 'delivered') return;
    const pauses = this.switches.repeatPauses;
    event.nextAt = this.clock.now() + pauses[Math.min(event.attempts.length, pauses.length) - 1]!;
    event.state = 'waiting';
    if (event.nextAt <= event.createdAt + REPEAT_SECONDS) return;
    event.state = 'given_up';
    this.isEnabled = false;
  }

  async #post(id: string, body: Buffer, signature: string): Promise<number | null> {
    if (!this.url) return null;
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Razorpay-Webhook/v1',
          'X-Razorpay-Signature': signature,
          'x-razorpay-event-id': id,
        },
        body: new Uint8Array(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(this.answerLimitMs),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return null;
    }
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#pending.add(work);
    void work.finally(() => this.#pending.delete(work));
    return work;
  }
}

/**
 * Returns JSON that differs from what JSON.stringify() makes of it after parsing: keys in another order, spaces, and the
 * rupee sign both as it is and escaped. A receiver that signs parsed JSON fails.
 */
export function oddJson(event: object): Buffer {
  const json = JSON.stringify({ ...reversed(event), account_name: 'Seats ₹' }, null, 1);
  return Buffer.from(json.replace('"Seats ₹"', '"Seats ₹ \\u20b9"'));
}

function reversed(value: object): object {
  return Object.fromEntries(Object.entries(value).reverse());
}
