import type { AdminScope } from '@/lib/accounts/administrators/session';
import { recordViewAfterResponse } from '@/lib/admin/audit-log/views';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { countBillings, countRecords, countUsers, readBilling, readUser } from '@/lib/admin/users-and-billings/queries';
import { toApiBilling } from '@/lib/admin/users-and-billings/schema';
import { PAGE_SIZE } from '@/lib/platform/list';
import type { BillingSelection, UserSelection } from '@/lib/admin/users-and-billings/statements';
import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';
import { streamRecords } from './stream-records';

const open = createHandler(endpoints.readRecords, async ({ scope, query: { limit, user, billing }, respond }) => {
  if (billing) {
    const record = await readBilling(scope, billing);
    const sponsor = record && (await readUser(scope, record.user_id));
    if (!sponsor) throw new HttpError('admin.not_found');
    recordViewAfterResponse(scope, { action: 'billing.viewed', subject: billing, reference: record.reference });
    return respond(200, { users: [sponsor], billings: [toApiBilling(record)], counts: { users: 1, billings: 1 } });
  }
  const [users, billings] = user ? [{ id: user }, { userId: user }] : [{}, {}];
  const isWhole = !limit && !user;
  const counts = isWhole ? await countRecords(scope) : await countBoth(scope, users, billings);
  if (user && counts.users === 0) throw new HttpError('admin.not_found');
  if (user) recordViewAfterResponse(scope, { action: 'user.viewed', subject: user });
  const read = {
    users: Math.min(counts.users, limit ?? Infinity),
    billings: Math.min(counts.billings, limit ?? Infinity),
  };
  if (isWhole || Math.max(read.users, read.billings) > PAGE_SIZE)
    await recordAction(scope, {
      action: 'records.read',
      after: { ...(limit && { limit }), ...(user && { user }), ...read },
    });
  return streamRecords(scope, { users, billings, limit, counts: isWhole ? null : counts });
});

async function countBoth(scope: AdminScope, users: UserSelection, billings: BillingSelection) {
  const [ofUsers, ofBillings] = await Promise.all([countUsers(scope, users), countBillings(scope, billings)]);
  return { users: ofUsers, billings: ofBillings };
}

/**
 * GET /api/user/get_admin_dashboard_data: every user and every billing, newest first, with counts. `limit=N` returns
 * the first N of each with the counts of all; `user=<id>` that user with their billings; `billing=<id>` that billing
 * with its sponsor. Reading all records, or more of a kind than a table page shows, adds an audit log entry before the
 * first byte; a single user or billing adds one after the response.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: open });
