import 'server-only';
import type { Fragment } from 'postgres';
import { sql } from '@/db/client';
import { raw } from '@/db/fragments';
import type { ColleagueRole } from '@/lib/identity/company-roles';
import type { SponsorScope } from '@/lib/identity/session';

const PERSON_BY_ID = `select p.full_name || ' (' || p.email || ')' from users p where p.kind = 'registered' and p.id =`;

/**
 * Returns SQL of the person of an event in the history of an adoption, with name and e-mail at that time: null for an
 * unknown id and for guests.
 * @param user trusted SQL of the id, such as '$1::uuid'
 */
export const PERSON = (user: string): string => `(${PERSON_BY_ID} ${user})`;

/**
 * Returns the CTE `person`: the signed-in person, unless the account was deleted or its role lowered since the request was
 * authorised. The lock waits for the owner who decides that at the same time. Lock it before the billing, as the deletion
 * of an account does.
 * @param user trusted SQL of the id
 * @param roles the roles of colleagues who may do it; the owner may do everything
 */
export const ACTING_PERSON = (user: string, roles: readonly ColleagueRole[]): string => `person as (
                select from users u where u.id = ${user} and u.kind = 'registered'
                   and (u.member_role is null or u.member_role in ('${roles.join("', '")}')) for share)`;

declare const proof: unique symbol;

/** Proof that a request comes from somebody who entered the code of this adoption (lib/guest-access). */
export type GuestScope = { readonly billingId: string; readonly [proof]: true };

/** Proof of access to adoptions: of a signed-in sponsor to all of their own, or of a guest to one. */
export type AdoptionScope = SponsorScope | GuestScope;

/** Returns the SQL condition that a billing `b` belongs to a scope. */
export const belongsTo = (scope: AdoptionScope): Fragment =>
  'billingId' in scope ? sql()`b.id = ${scope.billingId}` : belongsToUser(sql()`${scope.accountId}::uuid`);

/** Returns the actor of an event in the history of an adoption, and SQL of the person as by PERSON. */
export const actorOf = (scope: AdoptionScope): { actor: 'guest' | 'sponsor'; person: Fragment } =>
  'billingId' in scope
    ? { actor: 'guest', person: sql()`null` }
    : { actor: 'sponsor', person: sql()`(${raw(PERSON_BY_ID)} ${scope.personId}::uuid)` };

/**
 * The condition that a billing `b` belongs to a registered sponsor: their own, and, once the e-mail address of the
 * account is confirmed, those that guests made with it and a code sent to it verified.
 * @param compose makes SQL of the template: a fragment, or a string
 */
const ofUser = <T>(
  compose: (text: TemplateStringsArray, ...values: T[]) => T,
  userId: T,
): T => compose`(b.user_id = ${userId} or
    (b.channel = 'public' and b.verified_channel = 'email'
     and lower(b.sponsor->>'email')
       = (select lower(own.email) from users own where own.id = ${userId} and own.email_verified_at is not null)
     and exists (select from users guest where guest.id = b.user_id and guest.kind = 'guest')))`;

/**
 * Returns the SQL condition that a billing `b` belongs to a registered sponsor (see ofUser).
 * @param userId SQL of the sponsor's id
 */
export const belongsToUser = (userId: Fragment): Fragment => ofUser<Fragment>((...parts) => sql()(...parts), userId);

/** The same condition for statements that are strings. @param userId trusted SQL of the sponsor's id, such as '$1::uuid' */
export const BELONGS_TO_USER = (userId: string): string => ofUser<string>(String.raw, userId);
