import 'server-only';
import { sql, type SQL } from 'drizzle-orm';
import type { Columns } from '@/db/conditions';
import { billings } from '@/db/schema';
import { ownedByUser, personName } from '@/lib/accounts/ownership';
import type { SponsorScope } from '@/lib/accounts/session';

declare const proof: unique symbol;

/** Proof that a request comes from somebody who entered the code of this adoption (lib/adoption). */
export type GuestScope = { readonly billingId: string; readonly [proof]: true };

/** Proof of access to adoptions: of a signed-in sponsor to all of their own, or of a guest to one. */
export type AdoptionScope = SponsorScope | GuestScope;

type Billing = Columns<'id' | 'userId' | 'channel' | 'verifiedChannel' | 'sponsor'>;

/** Condition: a billing belongs to a scope. @param billing the table or an alias of it */
export const ownedBy = (scope: AdoptionScope, billing: Billing = billings): SQL =>
  'billingId' in scope ? sql`${billing.id} = ${scope.billingId}` : ownedByUser(scope.accountId, billing);

/** The actor of an event in the history of an adoption, and the person as by personName. */
export const actorOf = (
  scope: GuestScope | { personId: SQL | string },
): { actor: 'guest' | 'sponsor'; person: SQL<string | null> } =>
  'billingId' in scope
    ? { actor: 'guest', person: sql`null` }
    : { actor: 'sponsor', person: personName(scope.personId) };
