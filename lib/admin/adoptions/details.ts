import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { instalmentsOf, movedInstalments, outstanding, type Instalment } from '@/db/balance';
import { endOfDay } from '@/db/conditions';
import { billings, companies, outboundMessages, users } from '@/db/schema';
import { writeCompany } from '@/lib/company/mutations';
import { changedCompany, companyText } from '@/lib/company/rules';
import { companyOf } from '@/lib/company/statements';
import { moveRenewalsOf } from '@/lib/accounts/renewals';
import { reissuePapers } from '@/lib/documents/papers/mutations';
import { MAX_INSTALMENTS } from '@/lib/platform/limits';
import { recordChange, refuse, type Done, type OpenAdoption } from './change';
import { closeRequest, lockApproval, requestChange } from './requests';
import type { ActionBody } from './schema';

/**
 * Grants or changes the term of a pledge. Its unpaid parts move with it, or what is missing is planned anew in some parts, the
 * first on the last day of the term and each further one a month later; parts that are paid stay.
 */
export async function extendTerm(adoption: OpenAdoption, action: ActionBody<'extend'>): Promise<Done> {
  const { tx, billing } = adoption;
  const { due_on: dueOn, parts } = action;
  if (billing.state !== 'pledged') refuse('not_pledged');
  const dueAt = dueOn === null ? null : await endOf(dueOn, tx);
  return recordChange(adoption, {
    event: 'extended',
    set: { dueAt, ...(await partsAfter(adoption, action)) },
    before: { due_at: billing.dueAt?.toISOString() ?? null },
    after: { due_at: dueAt?.toISOString() ?? null, parts: parts ?? null },
    message: { kind: 'extended' },
  });
}

type Planned = Pick<Instalment, 'on' | 'paise'>;

/** The parts of a pledge after another term. Without a term there are none. */
async function partsAfter(
  { tx, billing }: OpenAdoption,
  { due_on: dueOn, parts: count }: ActionBody<'extend'>,
): Promise<Pick<PgUpdateSetSource<typeof billings>, 'instalments' | 'instalmentPaise'>> {
  if (dueOn === null) return { instalments: null, instalmentPaise: null };
  if (count === undefined) return { instalments: billing.instalments && movedInstalments(billings, dueOn) };
  const [now] = await tx
    .select({ planned: instalmentsOf(billings), restPaise: outstanding(billings), days: monthlyFrom(dueOn, count) })
    .from(billings)
    .where(eq(billings.id, billing.id));
  const { planned, restPaise, days } = now!;
  // Less than a paisa for each part is nothing that could be paid.
  if (restPaise < count) refuse('parts_range');
  const paidPaise = billing.totalPaise - restPaise;
  const paid: Planned[] =
    planned.length > 0
      ? planned.map(({ on, paise, missingPaise }) => ({ on, paise: paise - missingPaise }))
      : [{ on: dueOn, paise: paidPaise }];
  const kept = paid.filter(({ paise }) => paise > 0).map(({ on, paise }) => ({ on: on < dueOn ? on : dueOn, paise }));
  const rest = days.map((on, at) => ({
    on,
    paise: Math.floor((restPaise * (at + 1)) / count) - Math.floor((restPaise * at) / count),
  }));
  const all = [...kept, ...rest];
  if (all.length > MAX_INSTALMENTS) refuse('parts_range');
  if (all.length === 1) return { instalments: null, instalmentPaise: null };
  return { instalments: all.map(({ on }) => on), instalmentPaise: all.map(({ paise }) => paise) };
}

/** Days, each a month after the one before. */
const monthlyFrom = (day: string, count: number) =>
  sql<string[]>`(select json_agg((${day}::date + make_interval(months => month))::date order by month)
                   from generate_series(0, ${count - 1}::int) as month)`;

async function endOf(day: string, tx: OpenAdoption['tx']): Promise<Date> {
  const [row] = await tx.execute<{ end: Date; isPast: boolean }>(
    sql`select ${endOfDay(day)} as end, ${endOfDay(day)} <= now() as "isPast"`,
  );
  return row!.isPast ? refuse('date_in_past') : row!.end;
}

/**
 * Corrects the sponsor's name, company, e-mail or phone, or what papers show of the company. Another e-mail address of a guest
 * waits for a second administrator, who approves it with `request`: whoever reads it can open the adoption with a code.
 */
export async function correctDetails(adoption: OpenAdoption, action: ActionBody<'correct'>): Promise<Done> {
  const { billing, adminId } = adoption;
  const { request: requestId, ...given } = action;
  const request = await lockApproval(adoption, 'email', requestId);
  if (request) {
    await closeRequest(adoption, request.id, { state: 'approved' });
    const done = await correct(adoption, { sponsor: { email: request.email! } });
    return { ...done, alone: request.requestedBy === adminId };
  }
  const { email, ...rest } = given.sponsor;
  if (!isOtherEmail(billing.sponsor.email!, email) || !(await isOfGuest(adoption))) return correct(adoption, given);
  const others = { ...given, sponsor: rest };
  await correct(adoption, others, false);
  return requestChange(adoption, { kind: 'email', email });
}

const isSameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const isOtherEmail = (former: string, email: string | undefined): email is string =>
  email !== undefined && !isSameEmail(email, former);

async function isOfGuest({ tx, billing }: OpenAdoption): Promise<boolean> {
  return (await tx.$count(users, and(eq(users.id, billing.userId), eq(users.kind, 'guest')))) > 0;
}

/**
 * Writes a correction. Valid papers that show what was corrected are issued again. A former e-mail address is told that it was
 * changed; renewals of a guest follow to the new one.
 */
async function correct(adoption: OpenAdoption, correction: Correction): Promise<Done>;
async function correct(adoption: OpenAdoption, correction: Correction, isWhole: boolean): Promise<Done | null>;
async function correct(adoption: OpenAdoption, correction: Correction, isWhole = true): Promise<Done | null> {
  const { tx, billing, by } = adoption;
  const { sponsor, details } = correction;
  const stored = details ? await storeDetails(adoption, details) : { changes: [], set: {} };
  const changes = [...changesOf(Object.keys(sponsor), billing.sponsor, sponsor), ...stored.changes];
  if (changes.length === 0) return isWhole ? refuse('unchanged') : null;
  const { verifiedChannel, sponsor: formerSponsor } = billing;
  // Administrators entered the address of a paper.
  const contact = verifiedChannel === 'paper' ? 'email' : verifiedChannel;
  const isContactCorrected =
    contact !== null && (sponsor[contact] ?? formerSponsor[contact]) !== formerSponsor[contact];
  const formerEmail = formerSponsor.email!;
  const isEmailChanged = isOtherEmail(formerEmail, sponsor.email);
  if (isEmailChanged) await moveRenewalsOf(tx, billing.id, { former: formerEmail, email: sponsor.email! });
  return recordChange(adoption, {
    event: 'corrected',
    set: {
      sponsor: { ...formerSponsor, ...sponsor },
      ...stored.set,
      // No code was sent to the corrected contact.
      ...(isContactCorrected ? { verifiedChannel: null } : {}),
    },
    before: Object.fromEntries(changes.map(({ name, before }) => [name, before])),
    after: Object.fromEntries(changes.map(({ name, after }) => [name, after])),
    ...(stored.changes.length > 0 && {
      papers: () => reissuePapers(tx, billing.id, by === 'command' ? undefined : by),
    }),
    message: isEmailChanged ? { kind: 'email_changed', detail: { former_email: formerEmail } } : null,
  });
}

type Correction = Pick<ActionBody<'correct'>, 'sponsor' | 'details'>;

/**
 * Writes the record of the company that the adoption has: that of the account, of which the papers of other adoptions follow, or
 * its own.
 * @returns what differs, and the columns of the adoption that change
 */
async function storeDetails(
  { tx, billing }: OpenAdoption,
  { purchase_order: orderNumber = '', ...given }: NonNullable<Correction['details']>,
) {
  const [found] = await tx
    .select({ shown: sql<string | null>`${companyOf(billings)}`, isGuests: sql<boolean>`${users.kind} = 'guest'` })
    .from(billings)
    .innerJoin(users, eq(users.id, billings.userId))
    .where(eq(billings.id, billing.id));
  const { shown, isGuests } = found!;
  const whose = shown === null && !isGuests ? { ownerId: billing.userId } : { recordId: shown };
  const written = await writeCompany(tx, whose, given, sql`null`);
  if (written === 'changed') return refuse('changed');
  const { id, before, changes } = written;
  const after = changedCompany(before, given);
  const order = changesOf(
    ['purchase_order'],
    { purchase_order: billing.orderNumber ?? '' },
    { purchase_order: orderNumber },
  );
  return {
    changes: [
      ...changes.map((name) => ({ name, before: companyText(before, name), after: companyText(after, name) })),
      ...order,
    ],
    set: { ...(shown === null && isGuests && { companyId: id }), orderNumber: orderNumber || null },
  };
}

type Fields = Readonly<Record<string, string | undefined>>;

/** Fields whose values differ; an absent one is empty. */
const changesOf = (names: readonly string[], former: Fields, corrected: Fields) =>
  names.flatMap((name) => {
    const [before, after] = [former[name] ?? '', corrected[name] ?? ''];
    return before === after ? [] : [{ name, before, after }];
  });

/** Writes a note for colleagues into the timeline. */
export const addNote = (adoption: OpenAdoption): Promise<Done> => recordChange(adoption, { event: 'note' });

/** Sends the papers of the adoption once more, also to the company's e-mail for papers. */
export async function sendPapers(adoption: OpenAdoption): Promise<Done> {
  const { tx, billing } = adoption;
  const [record] = await tx
    .select({ email: companies.papersEmail })
    .from(companies)
    .innerJoin(billings, eq(companies.id, companyOf(billings)))
    .where(eq(billings.id, billing.id));
  const email = billing.sponsor.email!;
  const others = [record?.email ?? ''].filter((to) => to !== '' && !isSameEmail(to, email));
  for (const to of others)
    await tx.insert(outboundMessages).values({ billingId: billing.id, kind: 'papers', detail: { to } });
  const after = { email: [email, ...others].join(', ') };
  return recordChange(adoption, { event: 'papers_sent', after, message: { kind: 'papers' } });
}
