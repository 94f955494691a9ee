import 'server-only';
import { HAS_SECOND_ADMIN } from '@/lib/admin/accounts/statements';

/** SQL of who took the first step of an entry `r`, and when: whoever assigned a receipt to the adoption, or recorded it. */
export const FIRST_STEP = {
  receipt: { by: 'coalesce(r.matched_by, r.recorded_by)', at: 'r.recorded_at' },
  refund: { by: 'r.recorded_by', at: 'r.recorded_at' },
  request: { by: 'r.requested_by', at: 'r.requested_at' },
} as const;

/**
 * Condition: the administrator took the first step of the entry `r`, and somebody else can take the second one.
 * @param admin SQL of the administrator's id
 */
export const NEEDS_OTHER_ADMIN = (entry: keyof typeof FIRST_STEP, admin: string): string =>
  `(${FIRST_STEP[entry].by} = ${admin} and ${HAS_SECOND_ADMIN(admin, FIRST_STEP[entry].at)})`;
