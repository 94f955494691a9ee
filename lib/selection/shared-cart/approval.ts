import 'server-only';
import { and, eq, ne, or, sql } from 'drizzle-orm';
import { db } from '@/db/client';
import { users } from '@/db/schema';
import type { SponsorScope } from '@/lib/accounts/session';
import { onlyRow } from '@/lib/accounts/queries';
import type { Course } from '@/lib/catalogue/schema';
import { emailBody } from '@/lib/delivery/email';
import { quoteName } from '@/lib/delivery/quote';
import type { Message } from '@/lib/delivery/schema';
import { messageTransport } from '@/lib/delivery/transport';
import { withQueryDeadline } from '@/lib/platform/deadline';
import type { Limited } from '@/lib/platform/errors';
import type { Locale } from '@/lib/platform/i18n/locale';
import { getTranslator } from '@/lib/platform/i18n/server';
import { APPROVAL_REQUESTS, SHARED_CART_DAYS } from '@/lib/platform/limits';
import { limiter } from '@/lib/platform/rate-limit';
import { absoluteUrl, pathTo } from '@/lib/platform/site/metadata';
import { shareCart, type WantedLine } from './mutations';

const perPerson = limiter('approval_requests', APPROVAL_REQUESTS);

/** A person of the company who may pay. */
type Approver = { name: string; email: string };

/** Returns the people of the requester's company who may pay, without the requester, by name. */
export const listApprovers = ({ accountId, personId }: SponsorScope): Promise<Approver[]> =>
  withQueryDeadline(
    db()
      .select({ name: users.fullName, email: users.email })
      .from(users)
      .where(
        and(
          eq(users.kind, 'registered'),
          or(eq(users.id, accountId), and(eq(users.memberOf, accountId), eq(users.memberRole, 'pay'))),
          ne(users.id, personId),
        ),
      )
      .orderBy(sql`lower(${users.fullName})`, users.id),
  );

/** A link that was sent, and to whom; or why none was, with the current courses or the seconds to wait. */
type Asked =
  Limited<{ url: string; expiresAt: Date; asked: string[] }> | { ok: false; code: 'course.unknown'; courses: Course[] };

/**
 * Shares seats by a link and sends it to the people of the company who may pay, so that one of them approves, takes them over and
 * pays. It reserves no seat.
 * @returns 'approval.nobody' if nobody else may pay; codes as shareCart does; 'approval.not_sent' if no e-mail could be sent
 */
export async function askToApprove(
  scope: SponsorScope,
  lines: readonly WantedLine[],
  { orderNumber, clientAddress, locale }: { orderNumber: string | undefined; clientAddress: string; locale: Locale },
): Promise<Asked> {
  const approvers = await listApprovers(scope);
  if (approvers.length === 0) return { ok: false, code: 'approval.nobody' };
  const allowed = await perPerson.consume(scope.personId);
  if (!allowed.ok) return { ok: false, code: 'request.too_many', retryAfterSeconds: allowed.retryAfterSeconds };
  const query = db()
    .select({ sender: users.fullName, company: users.companyName })
    .from(users)
    .where(eq(users.id, scope.personId));
  const { sender, company } = onlyRow(await withQueryDeadline(query));
  const shared = await shareCart(lines, clientAddress, { sender, company, orderNumber });
  if (!shared.ok) return shared;
  const url = absoluteUrl(pathTo('shared-cart', shared.token));
  const seats = lines.reduce((sum, { selectedSeats }) => sum + selectedSeats, 0);
  const sent = await Promise.all(
    approvers.map(({ email }) => messageTransport().send(approvalMessage(email, { sender, seats, url }, locale))),
  );
  const asked = approvers.filter((_, at) => sent[at]!.ok).map(({ name }) => name);
  if (asked.length === 0) return { ok: false, code: 'approval.not_sent' };
  return { ok: true, url, expiresAt: shared.expiresAt, asked };
}

const MAX_NAME = 60;

/** Returns the e-mail that asks a person of the company to approve. The name is typed by a person, so it is quoted and short. */
export function approvalMessage(
  to: string,
  { sender, seats, url }: { sender: string; seats: number; url: string },
  locale: Locale,
): Message {
  const t = getTranslator(locale, 'message');
  const names = { name: quoteName(sender, MAX_NAME), seats };
  const paragraphs = [t('approval.text', names), { link: url }, t('approval.ends', { days: SHARED_CART_DAYS })];
  return { channel: 'email', to, subject: t('approval.subject', { seats }), ...emailBody(paragraphs) };
}
