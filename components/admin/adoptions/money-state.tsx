import { StatusTag } from '@/components/platform/ui/status-tag';
import type { AdoptionReceipt, AdoptionRefund } from '@/lib/admin/adoptions/queries';
import { nameOf } from './texts';

type MoneyStateName = AdoptionReceipt['state'] | AdoptionRefund['state'];

const TAGS = {
  recorded: ['Hourglass', 'warn'],
  ordered: ['Hourglass', 'warn'],
  confirmed: ['CircleCheck', 'ok'],
  done: ['CircleCheck', 'ok'],
  rejected: ['Ban', 'muted'],
  bounced: ['Undo2', 'error'],
  failed: ['Undo2', 'error'],
} as const satisfies Record<MoneyStateName, unknown>;

/** The state of a receipt or a refund. */
export function MoneyState({ state }: { state: MoneyStateName }) {
  const [icon, tone] = TAGS[state];
  return (
    <StatusTag icon={icon} tone={tone} small>
      {nameOf('moneyState', state)}
    </StatusTag>
  );
}
