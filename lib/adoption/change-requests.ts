import 'server-only';
import { sql } from '@/db/client';
import type { Outcome } from '@/lib/core/errors';
import { actorFragments, belongsTo, type AdoptionScope } from './access';
import { VISIBLE_STATES } from './rules';

/**
 * Records that the sponsor asks for a change of an adoption, for an administrator to answer: one request at a time. One
 * statement, with the event and the next version of the adoption.
 * @param message normalised by changeRequestSchema
 * @returns 'own_adoption.not_found' for an id outside the scope, 'own_adoption.request_open' while one is unanswered
 */
export async function askForChange(scope: AdoptionScope, billingId: string, message: string): Promise<Outcome<object>> {
  const { actor, person } = actorFragments(scope);
  const [row] = await sql()<{ isAsked: boolean }[]>`
    with billing as (select b.* from billings b
                      where b.id = ${billingId} and ${belongsTo(scope)} and b.state = any(${VISIBLE_STATES})
                      for no key update of b),
         asked   as (insert into change_requests (billing_id, kind, reason)
                     select id, 'wish', ${message} from billing
                         on conflict (billing_id, (requested_by is null)) where state = 'open' do nothing returning billing_id),
         changed as (update billings b set version = b.version + 1 from asked a where b.id = a.billing_id),
         logged  as (insert into billing_events (billing_id, event, from_state, to_state, actor, person)
                     select b.id, 'change_asked', b.state, b.state, ${actor}, ${person} from billing b join asked a on a.billing_id = b.id)
    select exists (select from asked) as "isAsked" from billing`;
  if (!row) return { ok: false, code: 'own_adoption.not_found' };
  return row.isAsked ? { ok: true } : { ok: false, code: 'own_adoption.request_open' };
}
