import type { CellType } from '@/lib/spreadsheet/schema';

/** The columns of the payments and refunds of a month, which only the spreadsheet has. */
export const PAYMENT_COLUMNS = {
  at: { cell: 'moment' },
  kind: { cell: 'text' },
  reference: { cell: 'text' },
  provider: { cell: 'text' },
  entityId: { cell: 'text' },
  transactionId: { cell: 'text' },
  providerRef: { cell: 'text' },
  method: { cell: 'text' },
  currency: { cell: 'text' },
  gross: { cell: 'rupees' },
  fee: { cell: 'rupees' },
  tax: { cell: 'rupees' },
  net: { cell: 'rupees' },
  status: { cell: 'text' },
  settlement: { cell: 'text' },
  settlementId: { cell: 'text' },
  utr: { cell: 'text' },
  settledAt: { cell: 'moment' },
} as const satisfies Record<string, { cell: CellType }>;
