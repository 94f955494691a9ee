import { prepareBankFile } from '@/lib/admin/bank-files/mutations';
import { readPayable } from '@/lib/admin/bank-files/queries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/payees';

/** GET /api/admin/bank-files: who can be paid; POST {pay_on, institutes, adoptions}: a new file. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.readPayable, async ({ scope, respond }) =>
    respond(200, { payees: await readPayable(scope) }),
  ),
  POST: createHandler(endpoints.prepareBankFile, async ({ scope, body, respond }) => {
    const { number, payments, refused } = orRefuse(await prepareBankFile(scope, body));
    return respond(200, { number, payments, refused });
  }),
});
