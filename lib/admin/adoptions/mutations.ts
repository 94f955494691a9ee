import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { db, type Database } from '@/db/client';
import { retryOnConflict } from '@/db/conflict';
import { billingItems } from '@/db/schema';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { releaseExpiredHolds } from '@/lib/adoption/take/mutations';
import { log } from '@/lib/platform/log';
import {
  openAdoption,
  Refused,
  StaleHolds,
  type ActionRefusal,
  type ActionTarget,
  type Done,
  type OpenAdoption,
} from './change';
import { addNote, correctDetails, extendTerm, sendPapers } from './details';
import { bounceReceipt, confirmReceipt, matchReceipt, recordReceipt, rejectReceipt } from './receipts';
import {
  confirmRefund,
  failRefund,
  payRefund,
  recordRefund,
  refundOnline,
  rejectRefund,
  settleOnlineRefund,
} from './refunds';
import { answerRequest } from './requests';
import type { ActionBody, ActionDone, ActionName, AdoptionAction } from './schema';
import { cancelAdoption, reduceAdoption } from './seats';

const ATTEMPTS = 5;

type Actions = { [Name in ActionName]: (adoption: OpenAdoption, action: ActionBody<Name>) => Promise<Done> };

const ACTIONS: Actions = {
  record_receipt: recordReceipt,
  match_receipt: matchReceipt,
  confirm_receipt: confirmReceipt,
  reject_receipt: rejectReceipt,
  bounce_receipt: bounceReceipt,
  extend: extendTerm,
  reduce: reduceAdoption,
  cancel: cancelAdoption,
  answer_request: answerRequest,
  correct: correctDetails,
  add_note: addNote,
  send_papers: sendPapers,
  refund_online: refundOnline,
  settle_online_refund: settleOnlineRefund,
  record_refund: recordRefund,
  confirm_refund: confirmRefund,
  pay_refund: payRefund,
  reject_refund: rejectRefund,
  fail_refund: failRefund,
};

/** Why an action was refused; 'not_found': no adoption has the reference. */
export type ActionProblem = { ok: false; code: `adoption.${ActionRefusal}` };

/**
 * Carries out an action of an administrator on an adoption, with its event, audit entry and message, in one transaction.
 * Cancelling or reducing paid seats, and another e-mail address of a guest, only record a request: a second administrator
 * approves it by the same action with `request`.
 * @param action as parsed by adoptionActionSchema; amounts in paise
 * @param database the pool to use instead of the shared one
 */
export async function actOnAdoption(
  by: AdminScope,
  reference: string,
  action: AdoptionAction,
  database: Database = db(),
): Promise<({ ok: true } & ActionDone) | ActionProblem> {
  const { action: name, version, reason } = action;
  const act = ACTIONS[name] as (adoption: OpenAdoption, action: object) => Promise<Done>;
  const outcome = await carryOut({ by, reference, version, reason }, (adoption) => act(adoption, action), database);
  if (outcome instanceof Refused) return { ok: false, code: `adoption.${outcome.refusal}` };
  if (outcome.alone) log.warn('single_admin_confirmed', { action: name, billing: outcome.billingId });
  return { ok: true, done: outcome.done, version: outcome.version };
}

/**
 * Opens an adoption and changes it, in one transaction. Conflicts are retried here instead of by transaction(), together
 * with ended holds that have to be released first.
 */
async function carryOut<Result extends object>(
  target: ActionTarget,
  change: (adoption: OpenAdoption) => Promise<Result>,
  database: Database,
): Promise<Result | Refused> {
  const outcome = await retryOnConflict(ATTEMPTS, async () => {
    try {
      return await database.transaction(async (tx) => change(await openAdoption(target, tx)));
    } catch (error) {
      if (error instanceof Refused) return error;
      if (!(error instanceof StaleHolds)) throw error;
      // Ended holds have the seats that a late payment needs.
      await releaseExpiredHolds();
      return undefined;
    }
  });
  if (!outcome) throw new Error('Could not carry out the action');
  return outcome;
}

/**
 * Cancels a pledge for the operator, with the reason in the audit log.
 * @returns the number of seats returned, or null if no unpaid pledge has this reference
 */
export async function cancelPledge(
  reference: string,
  reason: string,
  database: Database = db(),
): Promise<number | null> {
  const outcome = await carryOut(
    { by: 'command', reference, version: null, reason },
    async (adoption) => {
      await cancelAdoption(adoption, {});
      const [row] = await adoption.tx
        .select({ seats: sql<number>`sum(${billingItems.seats})` })
        .from(billingItems)
        .where(eq(billingItems.billingId, adoption.billing.id));
      return row!;
    },
    database,
  );
  return outcome instanceof Refused ? null : outcome.seats;
}
