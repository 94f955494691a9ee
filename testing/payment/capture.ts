import type { Capture } from '@/lib/money/gateway/types';

/** Captured money as a provider states it. */
export const captureOf = (transactionId: string, amountPaise: number, changes: Partial<Capture> = {}): Capture => ({
  transactionId,
  amountPaise,
  currency: 'INR',
  method: null,
  feePaise: null,
  taxPaise: null,
  ...changes,
});
