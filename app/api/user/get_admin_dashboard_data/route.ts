import { z } from 'zod';
import { requireAdmin, type AdminScope } from '@/lib/admin/session';
import { recordAction } from '@/lib/audit/mutations';
import { HttpError } from '@/lib/core/errors';
import { json, parseOrThrow, route } from '@/lib/core/http';
import { countBillings, countRecords, countUsers, readBilling, readUser } from '@/lib/records/queries';
import type { BillingSelection, UserSelection } from '@/lib/records/statements';
import { streamRecords } from './stream';

/** The query's parameters, all optional; `user` and `billing` exclude each other, unknown ones are ignored. */
const query = z
  .object({
    limit: z
      .string()
      .regex(/^[1-9]\d{0,2}$/)
      .transform(Number)
      .pipe(z.number().max(200))
      .optional(),
    user: z.uuid().optional(),
    billing: z.uuid().optional(),
  })
  .refine(({ user, billing }) => !user || !billing, { path: ['billing'] });

/**
 * GET /api/user/get_admin_dashboard_data: every user and every billing, newest first, and how many there are (R-API-28, A-73).
 * `limit=N` the first N (1 to 200) of each with the counts of all; `user=<id>` that user with the billings of theirs;
 * `billing=<id>` that billing with its sponsor. 401 without an administrator, 400 for other values, 404 'admin.not_found'. Whoever
 * asks for everything has an entry in the audit log before the first byte, as with a download.
 */
export const GET = route(async (request) => {
  const scope = await requireAdmin(request);
  const { limit, user, billing } = parseOrThrow(query, Object.fromEntries(new URL(request.url).searchParams));
  if (billing) {
    const record = await readBilling(scope, billing);
    const sponsor = record && (await readUser(scope, record.user_id));
    if (!sponsor) throw new HttpError(404, 'admin.not_found');
    return json({ users: [sponsor], billings: [record], counts: { users: 1, billings: 1 } });
  }
  if (!limit && !user) await recordAction(scope, { action: 'records.read', after: await countRecords(scope) });
  const [users, billings] = user ? [{ id: user }, { userId: user }] : [{}, {}];
  const counts = limit || user ? await countBoth(scope, users, billings) : null;
  if (user && counts?.users === 0) throw new HttpError(404, 'admin.not_found');
  return streamRecords(scope, { users, billings, limit, counts });
});

async function countBoth(scope: AdminScope, users: UserSelection, billings: BillingSelection) {
  const [ofUsers, ofBillings] = await Promise.all([countUsers(scope, users), countBillings(scope, billings)]);
  return { users: ofUsers, billings: ofBillings };
}
