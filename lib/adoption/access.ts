import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Fragment } from 'postgres';
import { sql as template } from '@/db/client';
import { textOf, type Columns } from '@/db/conditions';
import { raw } from '@/db/fragments';
import { billings, users } from '@/db/schema';
import type { ColleagueRole } from '@/lib/identity/company-roles';
import type { SponsorScope } from '@/lib/identity/session';

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

declare const proof: unique symbol;

/** Proof that a request comes from somebody who entered the code of this adoption (lib/guest-access). */
export type GuestScope = { readonly billingId: string; readonly [proof]: true };

/** Proof of access to adoptions: of a signed-in sponsor to all of their own, or of a guest to one. */
export type AdoptionScope = SponsorScope | GuestScope;

type Billing = Columns<'id' | 'userId' | 'channel' | 'verifiedChannel' | 'sponsor'>;

/**
 * Condition: a billing belongs to a registered sponsor: their own, and, once the e-mail address of the account is
 * confirmed, those that guests made with it and a code sent to it verified.
 * @param userId of the sponsor's account
 * @param billing the table or an alias of it
 */
export function ownedByUser(userId: SQL | string, billing: Billing = billings): SQL {
  const [owner, guest] = [alias(users, 'owner'), alias(users, 'guest')];
  return sql`(${billing.userId} = ${userId} or
    (${billing.channel} = 'public' and ${billing.verifiedChannel} = 'email'
     and lower(${billing.sponsor}->>'email')
       = (select lower(${owner.email}) from ${users} ${owner} where ${owner.id} = ${userId} and ${owner.emailVerifiedAt} is not null)
     and exists (select from ${users} ${guest} where ${guest.id} = ${billing.userId} and ${guest.kind} = 'guest')))`;
}

/** Condition: a billing belongs to a scope. @param billing the table or an alias of it */
export const ownedBy = (scope: AdoptionScope, billing: Billing = billings): SQL =>
  'billingId' in scope ? sql`${billing.id} = ${scope.billingId}` : ownedByUser(scope.accountId, billing);

/** The actor of an event in the history of an adoption, and the person as by personName. */
export const actorOf = (scope: AdoptionScope): { actor: 'guest' | 'sponsor'; person: SQL<string | null> } =>
  'billingId' in scope
    ? { actor: 'guest', person: sql`null` }
    : { actor: 'sponsor', person: personName(scope.personId) };

/* The same for statements that are strings or templates of postgres.js, on a billing `b`. */
const ID = 'the_id';
export const PERSON = (user: string): string => textOf(personName(sql.raw(user)));
export const ACTING_PERSON = (user: string, roles: readonly ColleagueRole[]): string =>
  `person as (${textOf(actingPerson(sql.raw(user), roles))})`;
export const BELONGS_TO_USER = (userId: string): string => textOf(ownedByUser(sql.raw(userId), alias(billings, 'b')));
export const belongsToUser = (userId: Fragment): Fragment => withId(BELONGS_TO_USER(ID), userId);
export const belongsTo = (scope: AdoptionScope): Fragment =>
  'billingId' in scope ? template()`b.id = ${scope.billingId}` : belongsToUser(template()`${scope.accountId}::uuid`);
export const actorFragments = (scope: AdoptionScope): { actor: 'guest' | 'sponsor'; person: Fragment } =>
  'billingId' in scope
    ? { actor: 'guest', person: template()`null` }
    : { actor: 'sponsor', person: withId(PERSON(ID), template()`${scope.personId}::uuid`) };

function withId(text: string, id: Fragment): Fragment {
  const parts = text.split(ID).map((part, at, all) => [raw(part), at < all.length - 1 ? id : template()``]);
  return parts.flat().reduce((joined, part) => template()`${joined}${part}`, template()``);
}
