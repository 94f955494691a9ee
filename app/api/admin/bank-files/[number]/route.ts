import { actOnBankFile } from '@/lib/admin/bank-files/mutations';
import { bankFileCells } from '@/lib/admin/bank-files/queries';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import { orRefuse } from '@/lib/api/or-refuse';
import * as endpoints from '@/lib/api/payees';
import { plainCsvText } from '@/lib/platform/csv';
import { HttpError } from '@/lib/platform/errors';

/** GET /api/admin/bank-files/{number}: the file for the bank; POST {action: 'confirm' or 'reject', reason}. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  GET: createHandler(endpoints.downloadBankFile, async ({ scope, params: { number } }) => {
    const cells = await bankFileCells(scope, number);
    if (!cells) throw new HttpError('bank_file.not_found');
    return new Response(plainCsvText(cells), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="bank-file-${number}.csv"`,
        'Cache-Control': 'no-store',
      },
    });
  }),
  POST: createHandler(endpoints.actOnBankFile, async ({ scope, params, body, respond }) =>
    respond(200, orResults(await actOnBankFile(scope, params.number, body))),
  ),
});

const orResults = (outcome: Awaited<ReturnType<typeof actOnBankFile>>) => ({ results: orRefuse(outcome).results });
