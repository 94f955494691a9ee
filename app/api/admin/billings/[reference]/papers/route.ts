import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/papers';
import { HttpError } from '@/lib/platform/errors';
import { issuePaper } from '@/lib/documents/papers/mutations';
import { billingIdOf } from '@/lib/documents/papers/queries';
import { toPaperJson } from '@/lib/documents/papers/response';

/** POST /api/admin/billings/{reference}/papers {kind, source?}: issues a paper of an adoption. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(
    endpoints.issuePaper,
    async ({ scope, params: { reference }, body: { kind, source }, respond }) => {
      const ofAdoption = kind === 'proforma' || kind === 'cancellation';
      if (ofAdoption === (source !== undefined))
        throw new HttpError('request.invalid_field', { params: { field: 'source' } });
      const billingId = await billingIdOf(reference);
      const paper = await issuePaper({ kind, billingId, source: source ?? billingId }, { by: scope });
      return respond(200, toPaperJson(paper));
    },
  ),
});
