import { expect, test } from 'vitest';
import { wasAdopted, type AdoptionStatus } from './history-rules';

const STATUSES: Record<AdoptionStatus, boolean> = {
  pledged: true,
  completed: true,
  lapsed: true,
  cancelled: true,
  held: false,
  begun: false,
  confirming: false,
  expired: false,
  refund_due: false,
  refunded: false,
  replaced: false,
};

test.each(Object.entries(STATUSES) as [AdoptionStatus, boolean][])(
  "whether seats that are '%s' were adopted: %s",
  (status, adopted) => {
    expect(wasAdopted(status)).toBe(adopted);
  },
);
