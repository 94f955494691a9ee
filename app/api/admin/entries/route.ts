import { enterAdoption } from '@/lib/entries/mutations';
import * as endpoints from '@/lib/api/entries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/entries {fullName, …, locale, paper_reference, note, lines}: 409 with the `shortages` if seats are missing. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.enterAdoption, async ({ scope, body, respond }) => {
    const { id } = orRefuse(await enterAdoption(scope, body));
    return respond(200, { id });
  }),
});
