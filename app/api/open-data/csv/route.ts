import { GROUPS } from '@/db/schema/report-kinds';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/open-data';
import { readOpenData } from '@/lib/open-data/queries';
import { csvText } from '@/lib/platform/csv';
import { sumText } from '@/lib/register/figures';

const COLUMNS = ['session', 'type', 'district', 'offered', 'adopted', 'not_reported', 'enrolled', 'completed'];
const HEADER = [...COLUMNS, ...GROUPS];

/** GET /api/open-data/csv: the rows of the open data as a table; public. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.readOpenDataTable, async () => {
    const { rows } = await readOpenData();
    const table = rows.map((row) => [
      ...[row.session, row.type, row.district],
      ...[row.offered, row.seats, row.due + row.outside].map(String),
      ...[row.enrolled, row.completed, ...GROUPS.map((group) => row[group])].map(sumText),
    ]);
    return new Response(csvText([HEADER, ...table]), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Cache-Control': 'no-store',
        'Content-Disposition': 'attachment; filename="seat_adoption_open_data.csv"',
      },
    });
  }),
});
