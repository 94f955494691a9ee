import { toApiBalance, toApiLayout } from '@/lib/admin/bank-statements/schema';
import { matchAdoptions, matchRefunds } from '@/lib/admin/receipts/matches';
import { toApiDebit, toApiProposal } from '@/lib/admin/receipts/schema';
import { createHandler, routeHandlers } from '@/lib/api/handler';
import * as endpoints from '@/lib/api/receipts';
import { HttpError } from '@/lib/platform/errors';
import { readBankStatementFile } from '@/lib/admin/file-worker/statement-file';

/**
 * POST /api/admin/bank-statement?name=FILE&columns=date:0,credit:4: takes a table, MT940 or camt as the body and proposes an adoption for each
 * credit. Remembers which columns were chosen; writes nothing else.
 */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers({
  POST: createHandler(endpoints.readBankStatement, async ({ scope, query, readFile, respond }) => {
    const read = await readBankStatementFile(new Uint8Array(await readFile()), scope.adminId, query.columns);
    if (!read.ok) throw new HttpError('catalogue.file_unusable', { params: { reason: read.reason } });
    const { statement, bad, isRemembered } = read;
    const linesOf = (wanted: 'credit' | 'debit') => statement.lines.filter(({ side }) => side === wanted);
    const [proposals, refunds] = await Promise.all([
      matchAdoptions(scope, linesOf('credit'), statement.layout.accounts),
      matchRefunds(scope, linesOf('debit'), statement.layout.accounts),
    ]);
    return respond(200, {
      layout: toApiLayout(statement.layout),
      remembered: isRemembered,
      lines: proposals.map(toApiProposal),
      debits: refunds.map(toApiDebit),
      bad,
      skipped: statement.skipped,
      balance: toApiBalance(statement.balance),
    });
  }),
});
