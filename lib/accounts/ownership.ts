import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Columns } from '@/db/conditions';
import { billings, users } from '@/db/schema';
import type { ColleagueRole } from '@/db/schema/enums';
import { provenEmail, provenEmailById } from './proven-email';

type Billing = Columns<'id' | 'userId' | 'channel' | 'verifiedChannel' | 'sponsor'>;

/**
 * The person of an event in the history of an adoption, with name and e-mail at that time: null for an unknown id and for
 * guests.
 * @param id of the user
 */
export function personName(id: SQL | string): SQL<string | null> {
  const person = alias(users, 'named_person');
  return sql`(select ${person.fullName} || ' (' || ${person.email} || ')' from ${users} ${person}
               where ${person.kind} = 'registered' and ${person.id} = ${id})`;
}

/**
 * Selects the signed-in person, for a CTE: no row if the account was deleted or its role lowered since the request was
 * authorised. The lock waits for the owner who decides that at the same time. Lock it before the billing, as the deletion
 * of an account does.
 * @param id of the user
 * @param roles the roles of colleagues who may do it; the owner may do everything
 */
export function actingPerson(id: SQL | string, roles: readonly ColleagueRole[]): SQL {
  const person = alias(users, 'acting_person');
  return sql`select from ${users} ${person} where ${person.id} = ${id} and ${person.kind} = 'registered'
                and (${person.memberRole} is null or ${person.memberRole} in (${sql.raw(`'${roles.join("', '")}'`)})) for share`;
}

/**
 * Condition: a billing belongs to a registered sponsor: their own, and, once the e-mail address of the account is
 * confirmed, those that guests made with it and a code sent to it verified, and those that administrators entered for it.
 * @param userId of the sponsor's account
 * @param billing the table or an alias of it
 */
export function ownedByUser(userId: SQL | string, billing: Billing = billings): SQL {
  const guest = alias(users, 'guest');
  return sql`(${billing.userId} = ${userId} or
    (${billing.channel} = 'public' and ${billing.verifiedChannel} in ('email', 'paper')
     and lower(${billing.sponsor}->>'email') = ${provenEmailById(userId)}
     and exists (select from ${users} ${guest} where ${guest.id} = ${billing.userId} and ${guest.kind} = 'guest')))`;
}

/** The account that a billing belongs to as ownedByUser says; its own row of users if no account owns it. */
export function ownerOf(billing: Billing): SQL<string> {
  const [guest, account] = [alias(users, 'guest_of'), alias(users, 'owner_of')];
  return sql`coalesce((
    select ${account.id} from ${users} ${account}
     where ${billing.channel} = 'public' and ${billing.verifiedChannel} in ('email', 'paper')
       and ${account.kind} = 'registered' and ${account.memberOf} is null
       and lower(${account.email}) = lower(${billing.sponsor}->>'email') and ${provenEmail(account)} is not null
       and exists (select from ${users} ${guest} where ${guest.id} = ${billing.userId} and ${guest.kind} = 'guest')), ${billing.userId})`;
}
