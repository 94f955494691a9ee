import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/open-data';
import { readOpenData } from '@/lib/open-data/queries';
import { csvText } from '@/lib/platform/csv';
import { sumText } from '@/lib/register/figures';

const HEADER = ['session', 'type', 'district', 'offered', 'adopted', 'not_reported', 'enrolled', 'completed'];

/** GET /api/open-data/csv: the rows of the open data as a table; public. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.readOpenDataTable, async () => {
    const { rows } = await readOpenData();
    const table = rows.map(({ session, type, district, offered, seats, due, outside, enrolled, completed }) => [
      ...[session, type, district],
      ...[offered, seats, due + outside].map(String),
      ...[enrolled, completed].map(sumText),
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
