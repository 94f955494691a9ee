import 'server-only';
import { sql } from 'drizzle-orm';
import { movedInstalments } from '@/db/balance';
import { endOfDay } from '@/db/conditions';
import { billings } from '@/db/schema';
import { reissuePapers } from '@/lib/documents/papers/mutations';
import { PAPER_DETAILS_FIELDS, withoutEmpty } from '@/lib/documents/papers/rules';
import { recordChange, refuse, type Done, type OpenAdoption } from './change';
import type { ActionBody } from './schema';

/** Grants or changes the term of a pledge. */
export async function extendTerm(adoption: OpenAdoption, { due_on: dueOn }: ActionBody<'extend'>): Promise<Done> {
  const { tx, billing } = adoption;
  if (billing.state !== 'pledged') refuse('not_pledged');
  const dueAt = dueOn === null ? null : await endOf(dueOn, tx);
  // Without a term there are no parts.
  const parts = dueOn === null || billing.instalments === null ? null : movedInstalments(billings, dueOn);
  return recordChange(adoption, {
    event: 'extended',
    set: { dueAt, instalments: parts },
    before: { due_at: billing.dueAt?.toISOString() ?? null },
    after: { due_at: dueAt?.toISOString() ?? null },
    message: { kind: 'extended' },
  });
}

async function endOf(day: string, tx: OpenAdoption['tx']): Promise<Date> {
  const [row] = await tx.execute<{ end: Date; isPast: boolean }>(
    sql`select ${endOfDay(day)} as end, ${endOfDay(day)} <= now() as "isPast"`,
  );
  return row!.isPast ? refuse('date_in_past') : row!.end;
}

/**
 * Corrects the sponsor's name, company, e-mail or phone, or what papers show of the company. Valid papers that show what
 * was corrected are issued again. A former e-mail address is told that it was changed.
 */
export async function correctDetails(adoption: OpenAdoption, action: ActionBody<'correct'>): Promise<Done> {
  const { tx, billing, by } = adoption;
  const { sponsor } = action;
  const details = action.details && withoutEmpty(action.details);
  const changes = [
    ...changesOf(Object.keys(sponsor), billing.sponsor, sponsor),
    ...(details ? changesOf(PAPER_DETAILS_FIELDS, billing.paperDetails ?? {}, details) : []),
  ];
  if (changes.length === 0) refuse('unchanged');
  const { verifiedChannel: contact, sponsor: formerSponsor } = billing;
  const isContactCorrected =
    contact !== null && (sponsor[contact] ?? formerSponsor[contact]) !== formerSponsor[contact];
  const formerEmail = formerSponsor.email!;
  const isEmailChanged = sponsor.email !== undefined && sponsor.email.toLowerCase() !== formerEmail.toLowerCase();
  const done = await recordChange(adoption, {
    event: 'corrected',
    set: {
      sponsor: { ...formerSponsor, ...sponsor },
      ...(details ? { paperDetails: details } : {}),
      // No code was sent to the corrected contact.
      ...(isContactCorrected ? { verifiedChannel: null } : {}),
    },
    before: Object.fromEntries(changes.map(({ name, before }) => [name, before])),
    after: Object.fromEntries(changes.map(({ name, after }) => [name, after])),
    message: isEmailChanged ? { kind: 'email_changed', detail: { former_email: formerEmail } } : null,
  });
  if (details) await reissuePapers(tx, billing.id, by === 'command' ? undefined : by);
  return done;
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

/** Sends the papers of the adoption once more. */
export const sendPapers = (adoption: OpenAdoption): Promise<Done> =>
  recordChange(adoption, {
    event: 'papers_sent',
    after: { email: adoption.billing.sponsor.email! },
    message: { kind: 'papers' },
  });
