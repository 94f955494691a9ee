import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/company';
import { saveCompany } from '@/lib/company/mutations';

const save = createHandler(endpoints.saveCompany, async ({ scope, body, respond }) =>
  respond(200, { version: await saveCompany(scope, body) }),
);

/** PUT /api/company/details {legal_name?, kind?, cin?, …, version}: what papers and reports say of the company. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ PUT: save });
