import { BILLING_STATES, STATES } from '@/db/schema/billing-states';
import { BILLING_PAYMENT_STATUSES } from '@/lib/admin/users-and-billings/schema';
import texts from '@/lib/platform/i18n/en/users-and-billings.json';

const table = (...rows: string[][]) => rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const head = (...cells: string[]) => [cells, cells.map(() => '---')];

/** The states of billings in docs/architecture.md, in Markdown: a diagram of the transitions, and what each state means. */
export function billingStates(): string {
  const arrows = BILLING_STATES.flatMap((from) =>
    Object.entries(STATES[from].on)
      .filter(([, to]) => from !== to)
      .map(([event, to]) => `  ${from} --> ${to}: ${event}`),
  );
  const properties = BILLING_STATES.map((state) => {
    const { meaning, seats, isPaid, verify } = STATES[state];
    return [`\`${state}\``, meaning, seats, isPaid ? 'yes' : 'no', verify ?? ''];
  });
  return [
    ['```mermaid', 'stateDiagram-v2', '  [*] --> draft', ...arrows, '```'].join('\n'),
    table(...head('state', 'meaning', 'seats', 'paid', '/verify'), ...properties),
  ].join('\n\n');
}

/** The payment statuses in docs/administrators.md, in Markdown, with the texts of the admin pages. */
export const paymentStatuses = (): string =>
  table(
    ...head('status', 'meaning'),
    ...BILLING_PAYMENT_STATUSES.map((status) => [texts.status[status], texts.legend[status]]),
  );
