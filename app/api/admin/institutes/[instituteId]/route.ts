import { describeInstitute } from '@/lib/admin/courses/mutations';
import * as endpoints from '@/lib/api/administration';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { HttpError } from '@/lib/platform/errors';

/**
 * PATCH /api/admin/institutes/{instituteId} {address, website, kind, contact, version}: returns the current details;
 * 409 with the current `institute` if `version` is outdated.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PATCH: createHandler(endpoints.editInstitute, async ({ scope, params: { instituteId }, body, respond }) => {
    const result = await describeInstitute(scope, instituteId, body);
    if (result.ok) return respond(200, result.institute);
    if (result.code === 'institute.not_found') throw new HttpError(404, result.code);
    throw new HttpError(409, result.code, { details: { institute: result.institute } });
  }),
});
