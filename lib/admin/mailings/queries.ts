import 'server-only';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { admins, institutes, mailingRecipients, mailings } from '@/db/schema';
import type { MailingTarget } from '@/db/schema/enums';
import { isUnlimited, type AreaScope } from '@/lib/accounts/administrators/session';
import { listInstituteIds } from '@/lib/admin/offices/queries';
import { OFFICE_LIST } from '@/lib/admin/offices/schema';
import { listBillingRows } from '@/lib/admin/users-and-billings/queries';
import { BILLING_LIST } from '@/lib/admin/users-and-billings/schema';
import { areaOf } from '@/lib/catalogue/areas/queries';
import { chosenFilter } from '@/lib/platform/chosen-filter';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Outcome } from '@/lib/platform/errors';
import { formatCount } from '@/lib/platform/format-count';
import type { Locale } from '@/lib/platform/i18n/locale';
import { MAX_RECIPIENTS } from '@/lib/platform/limits';
import type { RowChoice } from '@/lib/platform/row-choice';
import { jsonDigest } from '@/lib/platform/json-digest';
import { readRecipients, textFor, type Recipients } from './recipients';
import type { MailingChecked } from './schema';
import { mayAct, mayRun } from './statements';

/** Previews of one answer. */
const PREVIEWS = 5;
/** The messages to many that the page shows. */
const MAX_SHOWN = 50;

/**
 * Returns whom a message to chosen adoptions or institutes goes to.
 * @returns 'mailing.too_many'; 'mailing.none' if there is nobody to choose from
 */
export async function chosenRecipients(
  scope: AreaScope,
  target: MailingTarget,
  choice: RowChoice,
  texts: Readonly<Record<Locale, string>>,
): Promise<Outcome<Recipients>> {
  const ids =
    choice.by === 'ids' ? await visibleOf(scope, target, choice.ids) : await idsOf(scope, target, choice.filter);
  if (ids.length > MAX_RECIPIENTS)
    return { ok: false, code: 'mailing.too_many', params: { max: formatCount(MAX_RECIPIENTS) } };
  const { recipients, leftOut } = await withQueryDeadline(readRecipients(db(), target, ids));
  if (recipients.length + leftOut.length === 0) return { ok: false, code: 'mailing.none' };
  const isShort = (recipient: (typeof recipients)[number]) => textFor(recipient, texts) !== null;
  const long = recipients.filter((recipient) => !isShort(recipient));
  return {
    ok: true,
    recipients: recipients.filter(isShort),
    leftOut: [...leftOut, ...long.map(({ address }) => ({ name: address, code: 'mailing.too_long' as const }))],
  };
}

/** Those of the chosen ids that lie in the area of the administrator. */
async function visibleOf(scope: AreaScope, target: MailingTarget, ids: readonly string[]): Promise<readonly string[]> {
  const area = await areaOf(scope);
  if (!area) return ids;
  if (target === 'adoptions') return [];
  const isVisible = and(inArray(institutes.id, [...ids]), area.institute);
  return (await withQueryDeadline(db().select({ id: institutes.id }).from(institutes).where(isVisible))).map(
    ({ id }) => id,
  );
}

/** The ids that a filter finds now; one more than MAX_RECIPIENTS, if there are more. */
async function idsOf(scope: AreaScope, target: MailingTarget, given: string): Promise<string[]> {
  if (target === 'offices') return listInstituteIds(scope, chosenFilter(OFFICE_LIST, given), MAX_RECIPIENTS + 1);
  if (!isUnlimited(scope)) return [];
  const filter = chosenFilter(BILLING_LIST, given);
  const { rows } = await listBillingRows(scope, filter, { page: 1, size: MAX_RECIPIENTS + 1 });
  return rows.map(({ id }) => id);
}

/** Identifies the texts of a message and whom it goes to, with what it is about. */
export function digestOf({ recipients }: Recipients, { en, hi }: Readonly<Record<Locale, string>>): string {
  const to = recipients.map(({ address, subjects }) => [address, subjects.map(({ id }) => id)]);
  return jsonDigest([en, hi, to]);
}

/** What a dry run says: how many get it, who is left out and why, and the texts of some recipients from a place on. */
export function checkedOf(
  { recipients, leftOut }: Recipients,
  texts: Readonly<Record<Locale, string>>,
  from: number,
): MailingChecked {
  return {
    recipients: recipients.length,
    subjects: recipients.reduce((sum, { subjects }) => sum + subjects.length, 0),
    left_out: leftOut,
    digest: digestOf({ recipients, leftOut }, texts),
    previews: recipients.slice(from, from + PREVIEWS).map((recipient) => ({
      to: recipient.address,
      about: recipient.subjects
        .map(({ reference, institutes: [first] }) => reference || (first?.name ?? ''))
        .join(', '),
      text: textFor(recipient, texts)!,
    })),
  };
}

export type Mailing = Awaited<ReturnType<typeof listMailings>>[number];

/**
 * Returns the newest messages to many, with how many of their recipients have them; only the own ones to an administrator who is
 * limited to an area.
 */
export function listMailings(scope: AreaScope) {
  const counted = (condition: ReturnType<typeof sql>) =>
    sql<number>`(select count(*)::int from ${mailingRecipients} where ${mailingRecipients.mailingId} = ${mailings.id} and ${condition})`;
  return withQueryDeadline(
    db()
      .select({
        id: mailings.id,
        target: mailings.target,
        texts: mailings.texts,
        by: admins.username,
        startedAt: mailings.startedAt,
        stoppedAt: mailings.stoppedAt,
        endedAt: mailings.endedAt,
        /** Whether the account that runs it may write; otherwise it rests. */
        mayRun,
        recipients: counted(sql`true`),
        written: counted(sql`${mailingRecipients.outboundId} is not null`),
        waiting: counted(sql`${mailingRecipients.doneAt} is null`),
      })
      .from(mailings)
      .leftJoin(admins, eq(admins.id, mailings.runBy))
      .where(mayAct(scope))
      .orderBy(desc(mailings.startedAt), mailings.id)
      .limit(MAX_SHOWN),
  );
}
