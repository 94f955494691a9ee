import { createHandler, routeHandlers } from '@/lib/contract/handler';
import * as endpoints from '@/lib/contract/papers';
import { HttpError } from '@/lib/core/errors';
import { issuePaper } from '@/lib/paper/mutations';
import { billingIdOf } from '@/lib/paper/queries';
import { toPaperJson } from '@/lib/paper/response';

/** POST /api/admin/billings/{reference}/papers {kind, source?}: issues a paper of an adoption. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(
    endpoints.issuePaper,
    async ({ scope, params: { reference }, body: { kind, source }, respond }) => {
      const ofAdoption = kind === 'proforma' || kind === 'cancellation';
      if (ofAdoption === (source !== undefined))
        throw new HttpError(400, 'request.invalid_field', { params: { field: 'source' } });
      const billingId = await billingIdOf(reference);
      const paper = await issuePaper({ kind, billingId, source: source ?? billingId }, { by: scope });
      return respond(200, toPaperJson(paper));
    },
  ),
});
