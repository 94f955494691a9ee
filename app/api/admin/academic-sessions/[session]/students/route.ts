import * as endpoints from '@/lib/api/sessions';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { figuresCsv, readFigures } from '@/lib/register/figures';

const read = createHandler(
  endpoints.readStudentFigures,
  async ({ scope, params: { session } }) =>
    new Response(figuresCsv(session, (await readFigures(scope, session)).rows), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="students-${session}.csv"`,
        'Cache-Control': 'no-store',
      },
    }),
);

/** GET /api/admin/academic-sessions/{session}/students: the students on adopted seats by type and district, as CSV. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({ GET: read });
