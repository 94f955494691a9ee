import { StatusTag } from '@/components/platform/ui/status-tag';
import type { PaperRow, ReceiptRow, RefundRow } from '@/lib/admin/registers/schema';
import type { ReleaseRow } from '@/lib/funds/queries';

const TAGS = {
  valid: ['CircleCheck', 'ok'],
  newest: ['CircleCheck', 'ok'],
  replaced: ['Replace', 'muted'],
  void: ['Ban', 'error'],
  confirmed: ['CircleCheck', 'ok'],
  done: ['CircleCheck', 'ok'],
  settled: ['CircleCheck', 'ok'],
  owed: ['Hourglass', 'warn'],
  recorded: ['Hourglass', 'warn'],
  ordered: ['Hourglass', 'warn'],
  sending: ['Hourglass', 'warn'],
  pending: ['Hourglass', 'warn'],
  rejected: ['Ban', 'muted'],
  bounced: ['Undo2', 'error'],
  failed: ['Undo2', 'error'],
  returned: ['Undo2', 'error'],
  test: ['Ban', 'muted'],
} as const satisfies Record<
  PaperRow['state'] | ReceiptRow['state'] | RefundRow['state'] | ReleaseRow['state'],
  unknown
>;

/** The state of a paper, or of an entry of money. */
export function StateTag({ state, text }: { state: keyof typeof TAGS; text: string }) {
  const [icon, tone] = TAGS[state];
  return (
    <StatusTag icon={icon} tone={tone} small>
      {text}
    </StatusTag>
  );
}
