import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/register';
import { toPaperJson } from '@/lib/documents/papers/response';
import { limitDocuments } from '@/lib/documents/response';
import { HttpError } from '@/lib/platform/errors';
import { issueCertificate } from '@/lib/register/certificate';

const issue = createHandler(
  endpoints.issueCertificate,
  async ({ scope, params: { billingId }, body: { course_id: courseId }, respond }) => {
    const issued = await issueCertificate(scope, billingId, courseId);
    if (!issued.ok) throw new HttpError(issued.code === 'own_adoption.not_found' ? 404 : 409, issued.code);
    return respond(200, toPaperJson(issued.paper));
  },
  limitDocuments,
);

/** POST /api/billing/{billingId}/certificates: issues the certificate of a course of an own adoption. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ POST: issue });
