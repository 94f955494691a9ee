import 'server-only';
import { sql } from '@/db/client';
import { COMPANY_SHOWN } from '@/lib/core/limits';
import { limiter } from '@/lib/core/rate-limit';
import { actorFragments, belongsTo, type AdoptionScope } from './access';
import { VISIBLE_STATES } from './rules';

const shown = limiter('company_shown', COMPANY_SHOWN);

/** The result of setShowCompany. */
type ShowCompanyResult =
  | { ok: true }
  | { ok: false; code: 'own_adoption.not_found' }
  | { ok: false; code: 'request.too_many'; retryAfterSeconds: number };

/**
 * Records whether the sponsor allows the public pages of the institutes to name its company for this adoption. One
 * statement, with the event and the next version of the adoption; setting the current value again writes nothing. The
 * pages show only adopted seats, so a cancelled or lapsed adoption is not named whatever the value is. Allowing is
 * limited, so that the history cannot be filled; withdrawing never is.
 * @returns 'own_adoption.not_found' for an id outside the scope, 'request.too_many' above COMPANY_SHOWN
 */
export async function setShowCompany(
  scope: AdoptionScope,
  billingId: string,
  show: boolean,
): Promise<ShowCompanyResult> {
  const own = sql()`b.id = ${billingId} and ${belongsTo(scope)} and b.state = any(${VISIBLE_STATES})`;
  const [current] = await sql()<{ show: boolean }[]>`select b.show_company as show from billings b where ${own}`;
  if (!current) return { ok: false, code: 'own_adoption.not_found' };
  if (show && !current.show) {
    const allowed = await shown.consume(billingId);
    if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  }
  const { actor, person } = actorFragments(scope);
  await sql()`
    with billing as (select b.* from billings b where ${own} for no key update of b),
         changed as (update billings b set show_company = ${show}, version = b.version + 1
                       from billing l where b.id = l.id and l.show_company <> ${show} returning b.id, b.state)
    insert into billing_events (billing_id, event, from_state, to_state, actor, person)
    select id, ${show ? 'company_shown' : 'company_hidden'}, state, state, ${actor}, ${person} from changed`;
  return { ok: true };
}
