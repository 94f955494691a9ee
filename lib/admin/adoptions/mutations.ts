import 'server-only';
import type { Sql } from 'postgres';
import { sql } from '@/db/client';
import type { AdminScope } from '@/lib/admin/accounts/session';
import { actorColumns } from '@/lib/admin/audit-log/mutations';
import { releaseExpiredHolds } from '@/lib/adoption/mutations';
import { retryOnConflict } from '@/db/conflict';
import { log } from '@/lib/core/log';
import { reissuePapers } from '@/lib/paper/mutations';
import { withoutEmpty } from '@/lib/paper/rules';
import type { ActionDone, AdoptionAction, Credit } from './schema';
import { ACTIONS, runAction, type ActionName, type ActionRefusal, type ActionValues } from './statements';

const ATTEMPTS = 5;

/** Why an action was refused; 'not_found': no adoption has the reference. */
export type ActionProblem = {
  ok: false;
  code: 'adoption.not_found' | `adoption.${Exclude<ActionRefusal, 'needs_approval'>}`;
};

/**
 * Carries out an action of an administrator on an adoption, with its event, audit entry and message, in one statement.
 * Cancelling or reducing paid seats only records a request: a second administrator approves it by the same action with
 * `request`.
 * @param action as parsed by adoptionActionSchema; amounts in paise
 * @param connection the pool to use instead of the shared one
 */
export async function actOnAdoption(
  scope: AdminScope,
  reference: string,
  action: AdoptionAction,
  connection: Sql = sql(),
): Promise<({ ok: true } & ActionDone) | ActionProblem> {
  const { action: name, version, reason, ...fields } = action;
  // Papers that show what was corrected are issued again; neither happens without the other.
  const carryOut = (statement: ActionName, parameters: ActionValues) =>
    parameters.values.details === undefined
      ? runAction(connection, ACTIONS[statement], parameters)
      : connection.begin(async (transaction) => {
          const row = await runAction(transaction, ACTIONS[statement], parameters);
          if (row?.verdict === 'done') await reissuePapers(transaction, row.billing_id, scope);
          return row;
        });
  const run = async (statement: ActionName, values: Record<string, unknown>) => {
    const { adminId, sessionId, username: actor } = scope;
    const parameters = { reference, version, adminId, sessionId, actor, reason, values };
    const answer = await retryOnConflict(ATTEMPTS, async () => {
      const row = await carryOut(statement, parameters);
      if (!row) return { ok: false, code: 'adoption.not_found' } as const;
      if (row.alone) log.warn('single_admin_confirmed', { action: name, billing: row.billing_id });
      if (row.verdict === 'done') return { ok: true, done: true, version: row.version! } as const;
      if (row.verdict !== 'stale') return { ok: false, code: `adoption.${row.verdict}` } as const;
      // Ended holds have the seats that a late payment needs.
      await releaseExpiredHolds(undefined, connection);
      return undefined;
    });
    if (!answer) throw new Error('Could not carry out the action');
    return answer;
  };
  const answer = await run(name, valuesOf(action, fields));
  if (answer.ok) return answer;
  if (answer.code !== 'adoption.needs_approval') return { ok: false, code: answer.code };
  const lines = 'lines' in action ? action.lines : undefined;
  const requested = await run('request_change', { kind: name, lines });
  if (requested.ok) return { ...requested, done: false };
  if (requested.code === 'adoption.needs_approval') throw new Error('A request for an approval needs none');
  return { ok: false, code: requested.code };
}

/**
 * Cancels a pledge for the operator, with the reason in the audit log.
 * @returns the number of seats returned, or null if no unpaid pledge has this reference
 */
export async function cancelPledge(reference: string, reason: string, connection: Sql = sql()): Promise<number | null> {
  const seats = await retryOnConflict(ATTEMPTS, async () => {
    const [pledge] = await connection<{ version: number; seats: number }[]>`
      select b.version, (select sum(i.seats)::int from billing_items i where i.billing_id = b.id) as seats
        from billings b where b.reference = ${reference}`;
    if (!pledge) return null;
    const { version } = pledge;
    const values = { reference, version, ...actorColumns('command'), sessionId: null, reason, values: {} };
    const row = await runAction(connection, ACTIONS.cancel, values);
    if (row?.verdict === 'changed') return undefined;
    return row?.verdict === 'done' ? pledge.seats : null;
  });
  if (seats === undefined) throw new Error('Could not cancel the pledge');
  return seats;
}

/** Returns the values of a statement: the fields of the request in the names of the columns' values. */
function valuesOf(action: AdoptionAction, fields: Record<string, unknown>): Record<string, unknown> {
  switch (action.action) {
    case 'record_receipt':
      return receiptValues(action);
    case 'record_refund': {
      const { mode, paid_on, amount, bank_reference, remark } = action;
      return { mode, paidOn: paid_on, amountPaise: amount, reference: bank_reference, remark };
    }
    case 'refund_online':
      return { payment: action.id, amountPaise: action.amount };
    case 'extend':
      return { dueOn: action.due_on };
    case 'correct':
      return { sponsor: action.sponsor, details: action.details && withoutEmpty(action.details) };
    default:
      return fields;
  }
}

/**
 * Returns the values of a receipt as the statements read them.
 * @param part the part of the credit that it is; without it the whole
 */
export function receiptValues(
  receipt: Omit<Credit, 'reason' | 'parts'>,
  part: Pick<Credit, 'amount' | 'tds_withheld'> = receipt,
): Record<string, unknown> {
  const { mode, credited_on, amount, bank_reference, payer, payer_bank, remark } = receipt;
  return {
    mode,
    creditedOn: credited_on,
    creditPaise: amount,
    amountPaise: part.amount,
    tdsPaise: part.tds_withheld,
    reference: bank_reference,
    payer,
    payerBank: payer_bank,
    remark,
  };
}
