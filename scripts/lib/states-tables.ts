import { BILLING_STATES, STATES, type BillingEvent } from '@/db/schema/billing-states';
import { BILLING_PAYMENT_STATUSES } from '@/lib/admin/users-and-billings/schema';
import { transition } from '@/lib/adoption/rules';
import texts from '@/lib/platform/i18n/en/users-and-billings.json';

const table = (...rows: string[][]) => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const head = (...cells: string[]) => [cells, cells.map(() => '---')];

/** The states of billings in docs/architecture.md, in Markdown: a diagram, their properties, and all transitions. */
export function billingStates(): string {
  const steps = BILLING_STATES.flatMap((state) =>
    (Object.keys(STATES[state].on) as BillingEvent[]).map((event) => ({ event, ...transition(state, event)! })),
  );
  const arrows = steps
    .filter(({ from, to }) => from !== to)
    .map(({ from, event, to }) => `  ${from} --> ${to}: ${event}`);
  const properties = BILLING_STATES.map((state) => {
    const { meaning, channel, seats, isPaid, paymentStatus, sponsorTone, verify } = STATES[state];
    const events = steps.filter(({ from }) => from === state);
    return [
      `\`${state}\``,
      meaning,
      channel,
      seats,
      isPaid ? 'yes' : 'no',
      paymentStatus,
      sponsorTone ? 'yes' : 'no',
      verify ?? '',
      events.map(({ event, to, seats }) => `${event} → ${to}${seats === 'none' ? '' : ` (${seats})`}`).join(', ') ||
        'none',
    ];
  });
  return [
    ['```mermaid', 'stateDiagram-v2', '  [*] --> draft', ...arrows, '```'].join('\n'),
    table(
      ...head('state', 'meaning', 'channel', 'seats', 'paid', 'administrators', 'sponsor', '/verify', 'events'),
      ...properties,
    ),
  ].join('\n\n');
}

/** The payment statuses in docs/administrators.md, in Markdown, with the texts of the admin pages. */
export const paymentStatuses = (): string =>
  table(
    ...head('status', 'meaning'),
    ...BILLING_PAYMENT_STATUSES.map((status) => [texts.status[status], texts.legend[status]]),
  );
