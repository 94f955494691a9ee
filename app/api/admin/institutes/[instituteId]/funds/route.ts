import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/funds';
import { readFunds } from '@/lib/funds/queries';
import { toRupees } from '@/lib/platform/money';

/** GET /api/admin/institutes/{instituteId}/funds: lines with money to pass on, or to give back; none for an unknown institute. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.readInstituteFunds, async ({ scope, params, respond }) => {
    const [institute] = await readFunds(scope, params.instituteId);
    const lines = (institute?.lines ?? []).map((line) => ({
      reference: line.reference,
      course_id: line.courseId,
      company_name: line.company,
      course_name: line.courseType,
      branch: line.branch,
      session: line.session,
      seats: line.seats,
      students: line.students,
      received: toRupees(line.receivedPaise),
      to_pass_on: toRupees(line.passablePaise),
      unspent: toRupees(line.unspentPaise),
    }));
    return respond(200, { lines });
  }),
});
