import type { ReactNode } from 'react';
import { StatusTag } from '@/components/platform/ui/status-tag';
import type { BillingPaymentStatus } from '@/db/schema/billing-states';
import { iconOfStatus } from '@/lib/admin/users-and-billings/schema';

/**
 * A payment status: 'completed' has its own colour, all others the pending one. The label is a prop, since client and
 * server components read texts differently.
 */
export function PaymentTag({ status, children }: { status: BillingPaymentStatus; children: ReactNode }) {
  return (
    <StatusTag icon={iconOfStatus(status)} tone={status === 'completed' ? 'ok' : 'warn'} small>
      {children}
    </StatusTag>
  );
}
