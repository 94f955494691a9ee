import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { billings, users } from '@/db/schema';

/** The colleague who made an adoption, if it was not the owner of its account: for a left join with `isMaker`. */
export const maker = alias(users, 'maker');
export const isMaker = eq(maker.id, billings.madeBy);

/** Condition: who made an adoption still belongs to its account. The owner gets the e-mails about the others. */
export const isMakerPresent = sql<boolean>`coalesce(${billings.madeBy} is null or ${maker.memberOf} = ${billings.userId}, false)`;

/** The e-mail address for messages about an adoption, joined with its account; empty if it has none. */
export const recipientAddress = sql<string>`case when ${isMakerPresent} then coalesce(${billings.sponsor}->>'email', '') else ${users.email} end`;
