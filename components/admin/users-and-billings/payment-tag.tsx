import { Ban, CircleCheck, Clock, Replace, TimerOff, Undo2, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import type { BillingPaymentStatus } from '@/lib/admin/users-and-billings/schema';

const ICONS: Record<BillingPaymentStatus, LucideIcon> = {
  completed: CircleCheck,
  pending: Clock,
  expired: TimerOff,
  refund_due: Undo2,
  replaced: Replace,
  cancelled: Ban,
};

/**
 * A payment status: 'completed' has its own style, all others the pending one. The label is a prop, since client and
 * server components read texts differently.
 */
export function PaymentTag({ status, children }: { status: BillingPaymentStatus; children: ReactNode }) {
  const Icon = ICONS[status];
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 rounded-2 px-2 py-0.5 text-cap leading-snug font-semibold whitespace-nowrap',
        status === 'completed' ? 'bg-ok-tint text-ok' : 'bg-warn-tint text-warn',
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {children}
    </span>
  );
}
