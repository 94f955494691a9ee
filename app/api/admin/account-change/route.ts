import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/settings';
import { HttpError } from '@/lib/platform/errors';
import { decideAccountChange } from '@/lib/settings/mutations';

const CODES = { changed: 'settings.account_changed_meanwhile', second_owner: 'settings.second_owner' } as const;

/** POST /api/admin/account-change {version, decision}: an owner confirms or discards another bank account on papers. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.decideAccountChange, async ({ scope, body, respond }) => {
    const verdict = await decideAccountChange(scope, body);
    if (verdict !== 'done') throw new HttpError(CODES[verdict]);
    return respond(200, { success: true });
  }),
});
