import { startMailing } from '@/lib/admin/mailings/mutations';
import { checkedOf, chosenRecipients } from '@/lib/admin/mailings/queries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/mailings';
import { orRefuse } from '@/lib/api/or-refuse';

/** POST /api/admin/office-mailings: whom a message to many offices would go to, or starts it. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.writeToOffices, async ({ scope, body, respond }) => {
    if (body.step === 'check') {
      const found = orRefuse(await chosenRecipients(scope, 'offices', body.chosen, body));
      return respond(200, checkedOf(found, body, body.from));
    }
    const { started } = orRefuse(await startMailing(scope, 'offices', body));
    return respond(200, { ...checkedOf(started, body, 0), previews: [] });
  }),
});
