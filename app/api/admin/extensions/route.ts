import { checkExtensions, extendMany } from '@/lib/admin/adoptions/many';
import { extendAdoptions } from '@/lib/api/admin-adoption';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/extensions: what another last day does to chosen adoptions, or extends those that such a check showed. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(extendAdoptions, async ({ scope, body, respond }) => {
    if (body.step === 'check') {
      const { results } = orRefuse(await checkExtensions(scope, body.chosen, body.due_on));
      return respond(200, { results });
    }
    const { adoptions, due_on: dueOn, reason } = body;
    return respond(200, { results: await extendMany(scope, adoptions, dueOn, reason) });
  }),
});
