import { setReportDates } from '@/lib/sessions/mutations';
import * as endpoints from '@/lib/api/sessions';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';

/** PUT /api/admin/academic-sessions/{session}/report-dates {version, enrolment, term_1, term_2, term_3, result, outcome}. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  PUT: createHandler(endpoints.setReportDates, async ({ scope, params: { session }, body, respond }) => {
    orRefuse(await setReportDates(scope, session, body));
    return respond(200, { success: true });
  }),
});
