import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/papers';
import { paperResponse } from '@/lib/documents/papers/response';

/** GET /api/admin/papers/{paperId}?locale=: an issued paper as PDF, in English unless asked for otherwise. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.readPaper, ({ request, params: { paperId }, query: { locale = 'en' } }) =>
    paperResponse(request, paperId, locale),
  ),
});
