import { expect, test } from 'vitest';
import { ACTIONS } from '@/lib/admin/adoptions/statements';
import { PURGE_DRAFTS } from '@/lib/adoption/retention';
import { HOLD_SEATS, PLEDGE_SEATS, RELEASE_EXPIRED_HOLDS } from '@/lib/adoption/statements';
import { CLAIM_REFUND } from '@/lib/payment/refund-statements';
import { CLAIM_CHECK, SETTLE_PAYMENT } from '@/lib/payment/statements';
import { GUARDS } from './guards';

const STATEMENTS = [
  ...[PLEDGE_SEATS, HOLD_SEATS, RELEASE_EXPIRED_HOLDS, PURGE_DRAFTS],
  ...[SETTLE_PAYMENT, CLAIM_CHECK, CLAIM_REFUND, ...Object.values(ACTIONS)],
];

test.each(GUARDS)('$name can be removed', ({ removals, sql }) => {
  expect(removals.length > 0 || sql).toBeTruthy();
  for (const { statement = '', part, by } of removals) {
    expect(by).not.toBe(part);
    expect(STATEMENTS.some((text) => text.includes(part) && text.includes(statement))).toBe(true);
  }
});
