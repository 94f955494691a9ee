import { BILLING_STATES, STATES } from '@/db/schema/billing-states';

/** The states of billings in docs/architecture.md, in Markdown: a diagram of the transitions, and what each state means. */
export function billingStates(): string {
  const arrows = BILLING_STATES.flatMap((from) =>
    Object.entries(STATES[from].on)
      .filter(([, to]) => from !== to)
      .map(([event, to]) => `  ${from} --> ${to}: ${event}`),
  );
  const meanings = BILLING_STATES.map((state) => {
    const { meaning, seats, verify } = STATES[state];
    return `- \`${state}\` (seats: ${seats}${verify ? `; /verify: ${verify}` : ''}): ${meaning}`;
  });
  return [...['```mermaid', 'stateDiagram-v2', '  [*] --> draft', ...arrows, '```', ''], ...meanings].join('\n');
}
