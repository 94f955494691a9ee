import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/register';
import { toPaperJson } from '@/lib/documents/papers/response';
import { limitDocuments } from '@/lib/documents/response';
import { issueCertificate } from '@/lib/register/certificate';

const issue = createHandler(
  endpoints.issueCertificate,
  async ({ scope, params: { billingId }, body: { session }, respond }) => {
    const { paper } = orRefuse(await issueCertificate(scope, billingId, session));
    return respond(200, toPaperJson(paper));
  },
  limitDocuments,
);

/** POST /api/billing/{billingId}/certificates: issues the certificate of an own adoption in a session. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: issue });
