import 'server-only';
import { and, eq, inArray, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import { after } from 'next/server';
import { db, type Database } from '@/db/client';
import { adminPasswordLinks, admins, adminSessions, institutes, officeInstitutes } from '@/db/schema';
import { transaction } from '@/db/transaction';
import { OFFICE_ROLES, type OfficeRole } from '@/db/schema/enums';
import { HEAD_ROLES, isOfficeRole } from '@/lib/accounts/administrators/roles';
import { storePasswordLink } from '@/lib/accounts/administrators/password-links';
import { usernameKey } from '@/lib/accounts/administrators/rules';
import { MAX_USERNAME } from '@/lib/accounts/administrators/schema';
import { isWorking, type AccountScope, type AreaScope } from '@/lib/accounts/administrators/session';
import { recordAction } from '@/lib/accounts/audit-log/mutations';
import { messageTransport } from '@/lib/delivery/transport';
import { mailboxOf } from '@/lib/platform/email';
import type { Limited, Outcome } from '@/lib/platform/errors';
import type { Locale } from '@/lib/platform/i18n/locale';
import { ADMIN_LINK_HOURS, INVITATIONS_TO_RECIPIENT, OFFICE_LINKS } from '@/lib/platform/limits';
import { describeError, log } from '@/lib/platform/log';
import { addressLimiter, limiter } from '@/lib/platform/rate-limit';
import { makeToken } from '@/lib/platform/secret-token';
import { officeInvitation, officePasswordMessage } from './emails';
import { readLines, type InvitedPerson } from './rules';
import type { LineProblem } from './schema';
import { instituteIds, requireActingOffice, type InstituteScope, type OfficeInstitute } from './session';

const perRecipient = limiter('office_recipient', INVITATIONS_TO_RECIPIENT);
const linksPerAddress = addressLimiter('office_link_address', OFFICE_LINKS.address);
const linksPerRecipient = limiter('office_link', OFFICE_LINKS.recipient);

type Invited = { email: string; institute: OfficeInstitute; token: string | null };
type Problem = { line: number; problem: LineProblem };

/**
 * Invites people to the offices of institutes, all or nobody, and sends them e-mails. Somebody who has an account in an
 * office gets the institute as well; whoever has no password yet gets a link that sets one.
 * @param lines for each person 'e-mail; institute; city'
 * @param check whether to look for mistakes only; nobody is invited then
 * @param area condition on `institutes` of the administrator's area, if it has one
 * @returns the number of people, and the addresses whose e-mail could not be sent, or what is wrong in which line
 */
export async function inviteOffices(
  by: AreaScope,
  { lines, role, locale, check = false }: { lines: string; role: OfficeRole; locale: Locale; check?: boolean },
  area?: SQL,
): Promise<{ ok: true; invited: number; unsent: string[] } | { ok: false; problems: Problem[] }> {
  const { people, problems } = readLines(lines);
  const found = await findInstitutes(people, area);
  for (const { line, name, city } of people)
    if (!found.has(instituteKey({ name, city }))) problems.push({ line, problem: 'institute' });
  // While lines have to be corrected nothing is sent, and nothing counts as sent.
  if (problems.length === 0)
    for (const { line, email } of people)
      if (!(await perRecipient[check ? 'peek' : 'consume'](mailboxOf(email))).ok)
        problems.push({ line, problem: 'sent_often' });
  const made: Invited[] = [];
  if (problems.length === 0)
    await transaction(async (tx) => {
      made.length = 0;
      problems.length = 0;
      for (const { line, email, name, city } of people) {
        const institute = found.get(instituteKey({ name, city }))!;
        const outcome = await addToOffice(by, { email, role, institutes: [institute], locale }, tx);
        if (outcome.ok) made.push({ email, institute, token: outcome.token });
        else problems.push({ line, problem: outcome.problem });
      }
      // Nobody is invited; the lines can be corrected.
      if (check || problems.length > 0) throw new Refused();
    }).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
    });
  if (problems.length > 0) return { ok: false, problems: problems.sort((a, b) => a.line - b.line) };
  return { ok: true, invited: made.length, unsent: check ? [] : await sendInvitations(made, locale) };
}

class Refused extends Error {}

/**
 * Invites a clerk to institutes of the head's. The answer does not say whether the address had an account.
 * @returns 'request.too_many' with the seconds to wait, 'invitation.institute' for an institute of others, 'invitation.not_clerk' for
 * an address that belongs to a head or an administrator, or 'invitation.not_sent'
 */
export async function inviteClerk(
  scope: InstituteScope,
  { email, institute_ids: ids }: { email: string; institute_ids: readonly string[] },
  locale: Locale,
): Promise<Limited<object>> {
  const institutes = scope.institutes.filter(({ id }) => ids.includes(id));
  if (institutes.length < new Set(ids).size) return { ok: false, code: 'invitation.institute' };
  const allowed = await perRecipient.consume(mailboxOf(email));
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  const outcome = await transaction(async (tx) => {
    await requireActingOffice(scope, { roles: HEAD_ROLES, institutes: ids }, tx);
    return addToOffice(scope, { email, role: 'clerk', institutes: institutes, locale }, tx);
  });
  if (!outcome.ok) return { ok: false, code: 'invitation.not_clerk' };
  const unsent = await sendInvitations([{ email, institute: institutes[0]!, token: outcome.token }], locale);
  return unsent.length === 0 ? { ok: true } : { ok: false, code: 'invitation.not_sent' };
}

type Invitation = { email: string; role: OfficeRole; institutes: readonly OfficeInstitute[]; locale: Locale };

/**
 * Gives an account institutes, and creates or reopens it if needed.
 * @returns the token of a link that sets the password, null if there is a password
 */
async function addToOffice(
  by: AccountScope,
  { email, role, institutes: given, locale }: Invitation,
  tx: Database,
): Promise<{ ok: true; token: string | null } | { ok: false; problem: LineProblem }> {
  const username = usernameKey(email);
  if (username.length > MAX_USERNAME) return { ok: false, problem: 'email' };
  await tx.insert(admins).values({ username, role, locale }).onConflictDoNothing();
  const [account] = await tx
    .select()
    .from(admins)
    .where(eq(sql`lower(${admins.username})`, username))
    .for('no key update');
  if (!account || !isOfficeRole(account.role)) return { ok: false, problem: 'administrator' };
  const isClosed = account.deactivatedAt !== null;
  if (account.role !== role && !isClosed) return { ok: false, problem: 'role' };
  const adminId = account.id;
  // Whoever comes back starts anew: the former password does not open the account.
  if (isClosed)
    await tx
      .update(admins)
      .set({ role, locale, deactivatedAt: null, passwordHash: null, updatedAt: sql`now()` })
      .where(eq(admins.id, adminId));
  await tx
    .insert(officeInstitutes)
    .values(given.map(({ id }) => ({ adminId, instituteId: id })))
    .onConflictDoNothing();
  const hasPassword = account.passwordHash !== null && !isClosed;
  const token = hasPassword ? null : makeToken();
  if (token) await storePasswordLink(tx, { adminId, token, hours: ADMIN_LINK_HOURS.invitation });
  for (const { name, city } of given) {
    const values = { username, role, institute: name, city };
    await recordAction(by, { action: 'office.invited', subject: adminId, after: values }, tx);
  }
  return { ok: true, token };
}

/** Sends a few at a time. @returns the addresses whose e-mail could not be sent */
async function sendInvitations(invited: readonly Invited[], locale: Locale): Promise<string[]> {
  const unsent: string[] = [];
  const rest = [...invited];
  const send = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) {
      const { email, institute, token } = next;
      const sent = await messageTransport().send(officeInvitation(email, institute, token, locale));
      if (!sent.ok) unsent.push(email);
    }
  };
  await Promise.all(Array.from({ length: 5 }, send));
  return unsent;
}

const instituteKey = ({ name, city }: { name: string; city: string }) => `${name}\n${city}`.toLowerCase();

async function findInstitutes(
  people: readonly InvitedPerson[],
  area: SQL | undefined,
): Promise<Map<string, OfficeInstitute>> {
  if (people.length === 0) return new Map();
  const { id, name, hindi, city } = institutes;
  const rows = await db()
    .select({ id, name, hindi, city })
    .from(institutes)
    .where(
      and(
        area,
        or(
          ...people.map((person) =>
            and(sql`lower(${name}) = lower(${person.name})`, sql`lower(${city}) = lower(${person.city})`),
          ),
        ),
      ),
    );
  return new Map(rows.map((row) => [instituteKey(row), row]));
}

/**
 * Takes institutes of the head's from a colleague; an account without institutes is closed. A head removes clerks.
 * @returns 'admin.not_found' for anybody who is no clerk of these institutes
 */
export function removeClerk(scope: InstituteScope, adminId: string): Promise<Outcome<object>> {
  return transaction(async (tx) => {
    await requireActingOffice(scope, { roles: HEAD_ROLES, institutes: [] }, tx);
    const [account] = await tx
      .select({ id: admins.id, username: admins.username })
      .from(admins)
      .where(and(eq(admins.id, adminId), eq(admins.role, 'clerk')))
      .for('no key update');
    if (!account) return { ok: false, code: 'admin.not_found' };
    const ofOffice = and(
      eq(officeInstitutes.adminId, adminId),
      inArray(officeInstitutes.instituteId, instituteIds(scope)),
    );
    const { count } = await tx.delete(officeInstitutes).where(ofOffice);
    if (count === 0) return { ok: false, code: 'admin.not_found' };
    const left = await tx.$count(officeInstitutes, eq(officeInstitutes.adminId, adminId));
    if (left === 0) await close(scope, account, tx);
    else await recordRemoval(scope, account, count, tx);
    return { ok: true };
  });
}

/**
 * Closes an account of an office for an administrator.
 * @param area condition on `institutes` of the administrator's area, if it has one
 * @returns 'admin.not_found' if there is none, or it works for an institute outside of the area
 */
export function closeOfficeAccount(by: AreaScope, adminId: string, area?: SQL): Promise<Outcome<object>> {
  return transaction(async (tx) => {
    const [account] = await tx
      .select({ id: admins.id, username: admins.username })
      .from(admins)
      .where(and(eq(admins.id, adminId), inArray(admins.role, OFFICE_ROLES), isNull(admins.deactivatedAt)))
      .for('no key update');
    if (!account || (area && (await worksOutside(adminId, area, tx)))) return { ok: false, code: 'admin.not_found' };
    await tx.delete(officeInstitutes).where(eq(officeInstitutes.adminId, adminId));
    await close(by, account, tx);
    return { ok: true };
  });
}

/** Whether an account of an office works for an institute that does not meet a condition. */
async function worksOutside(adminId: string, area: SQL, tx: Database): Promise<boolean> {
  const outside = await tx
    .select({ id: institutes.id })
    .from(officeInstitutes)
    .innerJoin(institutes, eq(institutes.id, officeInstitutes.instituteId))
    .where(and(eq(officeInstitutes.adminId, adminId), not(area)))
    .limit(1);
  return outside.length > 0;
}

async function close(by: AccountScope, account: { id: string; username: string }, tx: Database): Promise<void> {
  await tx
    .update(admins)
    .set({ deactivatedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(admins.id, account.id));
  await tx.delete(adminSessions).where(eq(adminSessions.adminId, account.id));
  await tx.delete(adminPasswordLinks).where(eq(adminPasswordLinks.adminId, account.id));
  await recordRemoval(by, account, 0, tx);
}

const recordRemoval = (
  by: AccountScope,
  { id, username }: { id: string; username: string },
  count: number,
  tx: Database,
) =>
  recordAction(
    by,
    {
      action: 'office.removed',
      subject: id,
      after: { username, active: count > 0, ...(count > 0 && { institutes: count }) },
    },
    tx,
  );

/**
 * Sends a link with which somebody in an office sets another password, if the address has such an account. The answer says
 * nothing about accounts, and the e-mail is sent after it.
 * @returns 'request.too_many' with the seconds to wait
 */
export async function sendOfficeLink(email: string, clientAddress: string, locale: Locale): Promise<Limited<object>> {
  const byAddress = await linksPerAddress.consume(clientAddress);
  const allowed = byAddress.ok ? await linksPerRecipient.consume(mailboxOf(email)) : byAddress;
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  after(() => deliverLink(email, locale).catch((error: unknown) => log.warn('message_not_sent', describeError(error))));
  return { ok: true };
}

async function deliverLink(email: string, locale: Locale): Promise<void> {
  const token = makeToken();
  const isFound = await transaction(async (tx) => {
    const [account] = await tx
      .select({ adminId: admins.id, username: admins.username })
      .from(admins)
      .where(and(eq(sql`lower(${admins.username})`, usernameKey(email)), isWorking(OFFICE_ROLES)));
    if (!account) return false;
    await storePasswordLink(tx, { adminId: account.adminId, token, hours: ADMIN_LINK_HOURS.reset });
    await recordAction(
      account,
      { action: 'admin.link_made', subject: account.adminId, after: { username: account.username } },
      tx,
    );
    return true;
  });
  if (isFound) await messageTransport().send(officePasswordMessage(email, token, locale));
}
