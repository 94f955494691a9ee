import 'server-only';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { outstanding } from '@/db/balance';
import { db } from '@/db/client';
import { hasState, likeText } from '@/db/conditions';
import { bankReceipts, billings, billingSearchIndex, transferNotices } from '@/db/schema';
import { isToCome, utrKey } from '@/lib/adoption/pledge/transfer-notice';
import { statesThat } from '@/db/schema/billing-states';
import type { AdminScope } from '@/lib/accounts/administrators/session';
import { LISTED_ADOPTION } from '@/lib/adoption/core/listed-adoption';
import { withQueryDeadline } from '@/lib/platform/deadline';
import { groupBy } from '@/lib/platform/group-by';
import { mayName } from '@/lib/admin/bank-statements/adoption-references';
import { orderKey } from './order-numbers';
import type { ReceiptAdoption } from './schema';

/** Money can belong to these. */
const isVerified = hasState(
  billings,
  statesThat(({ verified }) => verified === 'yes'),
);

/** Receipts that wait for their confirmation. */
const waitingPaise = sql`(select sum(${bankReceipts.amountPaise} + ${bankReceipts.tdsPaise}) from ${bankReceipts}
  where ${bankReceipts.billingId} = ${billings.id} and ${bankReceipts.state} = 'recorded')`;

/** The columns of a ReceiptAdoption. */
export const ADOPTION = {
  reference: LISTED_ADOPTION.reference,
  company: LISTED_ADOPTION.company.as('company'),
  outstandingPaise: outstanding(billings).as('outstanding'),
  waitingPaise: sql<number>`coalesce(${waitingPaise}, 0)`.as('waiting'),
  version: billings.version,
};

/** Returns the verified adoptions with these references. */
export async function byReference(references: readonly string[]): Promise<Map<string, ReceiptAdoption>> {
  const named = sql`${billings.reference} = any(${sql.param([...references])}::text[])`;
  const rows = await withQueryDeadline(db().select(ADOPTION).from(billings).where(and(named, isVerified)));
  return new Map(rows.map((row) => [row.reference, row]));
}

/**
 * Returns by beginning (mayBegin) the verified adoption whose reference begins with it, if it is the only one. The bounds are for
 * the index of references, whose order may be another one than that of the signs.
 */
export async function byBeginning(beginnings: readonly string[]): Promise<Map<string, ReceiptAdoption>> {
  const filled = (sign: string) =>
    beginnings.map((beginning) => beginning + `SA${`-${sign.repeat(4)}`.repeat(3)}`.slice(beginning.length));
  const list = (texts: readonly string[]) => sql`${sql.param([...texts])}::text[]`;
  const rows = await withQueryDeadline(
    db()
      .select({ ...ADOPTION, beginning: sql<string>`typed.beginning` })
      .from(
        sql`unnest(${list(beginnings)}, ${list(filled('0'))}, ${list(filled('Z'))}) as typed(beginning, first, last)
            cross join lateral (select ${billings.id} from ${billings}
                                 where ${billings.reference} between typed.first and typed.last
                                   and starts_with(${billings.reference}, typed.beginning) and ${isVerified} limit 2) begun`,
      )
      .innerJoin(billings, eq(billings.id, sql`begun.id`)),
  );
  const begun = groupBy(rows, ({ beginning }) => beginning);
  return new Map(
    [...begun].flatMap(([beginning, [only, ...others]]) => (only && others.length === 0 ? [[beginning, only]] : [])),
  );
}

/** Returns by bank reference the pledges whose sponsors told of a transfer with it; several may have told the same. */
export async function byToldTransfer(references: readonly string[]): Promise<Map<string, ReceiptAdoption[]>> {
  const rows = await withQueryDeadline(
    db()
      .select({ ...ADOPTION, told: sql<string>`typed.reference` })
      .from(sql`unnest(${sql.param([...references])}::text[]) as typed(reference)`)
      .innerJoin(transferNotices, sql`${utrKey(transferNotices.utr)} = ${utrKey(sql`typed.reference`)}`)
      .innerJoin(billings, eq(billings.id, transferNotices.billingId))
      .where(isToCome(['recorded', 'confirmed']))
      .orderBy(billings.reference),
  );
  const adoptionsByReference = new Map<string, ReceiptAdoption[]>();
  for (const { told: reference, ...adoption } of rows)
    adoptionsByReference.set(reference, [...(adoptionsByReference.get(reference) ?? []), adoption]);
  return adoptionsByReference;
}

/** Returns adoptions by id. */
export async function byId(ids: readonly string[]): Promise<Map<string, ReceiptAdoption>> {
  const rows = await withQueryDeadline(
    db()
      .select({ ...ADOPTION, id: billings.id })
      .from(billings)
      .where(sql`${billings.id} = any(${sql.param([...ids])}::uuid[])`),
  );
  return new Map(rows.map(({ id, ...adoption }) => [id, adoption]));
}

/** Returns by key (orderKey) the pledges whose money is missing and whose order numbers have one of these; several may have the same. */
export async function byOrderNumber(keys: ReadonlySet<string>): Promise<Map<string, ReceiptAdoption[]>> {
  const isOpen = and(eq(billings.state, 'pledged'), isNotNull(billings.orderNumber));
  const numbers = await withQueryDeadline(
    db()
      .select({ id: billings.id, number: sql<string>`${billings.orderNumber}` })
      .from(billings)
      .where(isOpen),
  );
  const keyById = new Map(
    numbers.flatMap(({ id, number }) => {
      const key = orderKey(number);
      return key !== null && keys.has(key) ? [[id, key] as const] : [];
    }),
  );
  const rows = await withQueryDeadline(
    db()
      .select({ ...ADOPTION, id: billings.id })
      .from(billings)
      .where(and(sql`${billings.id} = any(${sql.param([...keyById.keys()])}::uuid[])`, isOpen))
      .orderBy(billings.reference),
  );
  const found = new Map<string, ReceiptAdoption[]>();
  for (const { id, ...adoption } of rows) {
    const key = keyById.get(id)!;
    found.set(key, [...(found.get(key) ?? []), adoption]);
  }
  return found;
}

/** Adoptions that a search shows. */
const FOUND = 10;

/**
 * Returns the adoptions that somebody means: the one with this reference, else those whose reference or company contains
 * the text, pledges first. Throws DeadlineError like withQueryDeadline.
 * @param isTold whether it is a bank reference: then those whose sponsors told of a transfer with it
 */
export async function findReceiptAdoptions(
  _scope: AdminScope,
  typed: string,
  isTold = false,
): Promise<ReceiptAdoption[]> {
  const text = typed.trim();
  if (isTold) return (await byToldTransfer([text])).get(text) ?? [];
  const named = await byReference([text, ...mayName(text)]);
  if (named.size > 0) return [...named.values()].slice(0, 1);
  if (!/[\p{L}\p{N}]/u.test(text)) return [];

  return withQueryDeadline(
    db()
      .select(ADOPTION)
      .from(billingSearchIndex)
      .innerJoin(billings, eq(billings.id, billingSearchIndex.billingId))
      .where(and(sql`${billingSearchIndex.searchText} like '%' || search_key(${likeText(text)}) || '%'`, isVerified))
      .orderBy(sql`${billings.state} <> 'pledged'`, desc(billings.createdAt), billings.id)
      .limit(FOUND),
  );
}
