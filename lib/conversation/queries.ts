import 'server-only';
import { and, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import { db } from '@/db/client';
import { admins, billings, changeRequests, conversationMessages } from '@/db/schema';
import type { MessageSide } from '@/db/schema/enums';
import type { AreaScope } from '@/lib/accounts/administrators/session';
import { instituteIds, type InstituteScope } from '@/lib/accounts/offices/session';
import { ownedBy, type AdoptionScope } from '@/lib/adoption/core/access';
import { areaOf, isInArea } from '@/lib/catalogue/areas/queries';
import { withQueryDeadline } from '@/lib/platform/deadline';

/** A message as one side sees it. `who` is null where the name is not for its eyes, or the author is unknown. */
export type ShownMessage = {
  id: string;
  side: MessageSide;
  who: string | null;
  /** Empty once the person was erased. */
  text: string;
  at: Date;
  /** Whether the department has not answered yet. */
  isOpen: boolean;
};

/** The messages of a conversation, the newest last; `last` is the id of the newest one that an answer names. */
export type Conversation = { messages: ShownMessage[]; last: string | null };

/** The most messages that a page shows. */
const MAX_SHOWN = 200;

type Row = typeof conversationMessages.$inferSelect & { author: string | null };

/** Returns the newest messages that meet a condition, in their order; `author` is the name of an administrator. */
async function selectMessages(which: SQL): Promise<Row[]> {
  const rows = await withQueryDeadline(
    db()
      .select({ ...getTableColumns(conversationMessages), author: admins.username })
      .from(conversationMessages)
      .leftJoin(admins, and(eq(admins.id, conversationMessages.authorId), eq(conversationMessages.side, 'department')))
      .where(which)
      .orderBy(desc(conversationMessages.at), desc(conversationMessages.id))
      .limit(MAX_SHOWN),
  );
  return rows.toReversed();
}

/**
 * What sponsors asked before there were conversations, with the answers. The release before still writes them, so that they
 * are read from their table.
 */
async function selectWishes(billingId: string): Promise<ShownMessage[]> {
  const wishes = await withQueryDeadline(
    db()
      .select()
      .from(changeRequests)
      .where(and(eq(changeRequests.billingId, billingId), eq(changeRequests.kind, 'wish'))),
  );
  return wishes.flatMap(({ id, reason, requestedAt, answer, decidedAt }): ShownMessage[] => [
    { id, side: 'sponsor', who: null, text: reason, at: requestedAt, isOpen: decidedAt === null },
    ...(answer && decidedAt
      ? [{ id: `${id}-answer`, side: 'department' as const, who: null, text: answer, at: decidedAt, isOpen: false }]
      : []),
  ]);
}

function conversationOf(
  rows: readonly Row[],
  who: (row: Row) => string | null,
  earlier: readonly ShownMessage[] = [],
): Conversation {
  const messages = rows.map((row) => ({
    id: row.id,
    side: row.side,
    who: who(row),
    text: row.text,
    at: row.at,
    isOpen: row.side !== 'department' && row.answeredAt === null,
  }));
  return {
    messages: [...earlier, ...messages].toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    last: rows.at(-1)?.id ?? null,
  };
}

/**
 * Returns the conversation of an adoption for its sponsor, who sees no name of an administrator; a guest sees none of colleagues.
 * It is empty for an id outside the scope.
 */
export async function readOwnConversation(scope: AdoptionScope, billingId: string): Promise<Conversation> {
  const own = db()
    .select({ id: billings.id })
    .from(billings)
    .where(and(eq(billings.id, billingId), ownedBy(scope)));
  const isOwn = sql`${conversationMessages.billingId} in ${own}`;
  const [rows, [found]] = await Promise.all([selectMessages(isOwn), withQueryDeadline(own)]);
  const earlier = found ? await selectWishes(billingId) : [];
  return conversationOf(rows, ({ person }) => ('billingId' in scope ? null : person), earlier);
}

/** Returns the conversation of an adoption for administrators. @param contact the name that guests have */
export async function readAdoptionConversation(
  scope: AreaScope,
  billingId: string,
  contact: string,
): Promise<Conversation> {
  const area = await areaOf(scope);
  const [rows, wishes] = await Promise.all([
    selectMessages(and(eq(conversationMessages.billingId, billingId), area?.adoption(sql`${billingId}::uuid`))!),
    selectWishes(billingId),
  ]);
  const nameOf = ({ side, author, person }: Row) => (side === 'department' ? author : (person ?? (contact || null)));
  return conversationOf(
    rows,
    nameOf,
    wishes.map((wish) => (wish.side === 'sponsor' ? { ...wish, who: contact || null } : wish)),
  );
}

/** Returns the conversation with the office of an institute for administrators. */
export async function readOfficeConversation(scope: AreaScope, instituteId: string): Promise<Conversation> {
  const isOpen = await isInArea(scope, { institutes: [instituteId] }, db());
  const rows = isOpen ? await selectMessages(eq(conversationMessages.instituteId, instituteId)) : [];
  return conversationOf(rows, ({ side, author, person }) => (side === 'department' ? author : person));
}

/** Returns the conversations of an office by the id of its institute. */
export async function readConversationsOfOffice(scope: InstituteScope): Promise<Map<string, Conversation>> {
  const conversations = await Promise.all(
    instituteIds(scope).map(async (id) => {
      const rows = await selectMessages(eq(conversationMessages.instituteId, id));
      return [id, conversationOf(rows, ({ person }) => person)] as const;
    }),
  );
  return new Map(conversations);
}
