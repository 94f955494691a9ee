import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { qualified } from '@/db/conditions';
import { admins, billingItems, billings, courses, institutes, officeInstitutes, users } from '@/db/schema';
import { statesThat } from '@/db/schema/billing-states';
import type { MailingTarget } from '@/db/schema/enums';
import { HEAD_ROLES } from '@/lib/accounts/administrators/roles';
import { isWorking } from '@/lib/accounts/administrators/session';
import { LISTED_ADOPTION } from '@/lib/adoption/core/listed-adoption';
import { adoptionPath } from '@/lib/adoption/core/rules';
import { namesIn } from '@/lib/catalogue/localized-names';
import { isMaker, maker, recipientAddress } from '@/lib/notifications/recipient';
import { groupBy } from '@/lib/platform/group-by';
import type { ErrorCode } from '@/lib/platform/i18n/errors';
import { DEFAULT_LOCALE, isLocale, type Locale } from '@/lib/platform/i18n/locale';
import { MAX_MESSAGE_LENGTH } from '@/lib/platform/limits';
import { placeOf } from '@/lib/platform/place-of';
import { filled, namesText } from './rules';

/** An adoption, or an institute of an office, that a message is about. */
type Subject = {
  id: string;
  /** Of an adoption: its reference and the path of its page. */
  reference: string;
  path: string;
  company: string;
  institutes: { name: string; hindi: string | null }[];
  seats: number;
};

/** Somebody whom a message goes to, with everything that it is about; `headId` is the account in an office. */
export type Recipient = { address: string; locale: Locale; headId: string | null; subjects: Subject[] };

/** Whom chosen adoptions or institutes stand for, and which of these are left out, and why. */
export type Recipients = { recipients: Recipient[]; leftOut: { name: string; code: ErrorCode }[] };

const UNVERIFIED = statesThat(({ verified }) => verified !== 'yes');

const localeOf = (locale: string): Locale => (isLocale(locale) ? locale : DEFAULT_LOCALE);

/** Returns the recipients of a message as they are now: one for each person, with all chosen adoptions or institutes of it. */
export const readRecipients = (database: Database, target: MailingTarget, ids: readonly string[]) =>
  target === 'adoptions' ? sponsorsOf(database, ids) : headsOf(database, ids);

async function sponsorsOf(database: Database, ids: readonly string[]): Promise<Recipients> {
  const ofItems = <T>(value: ReturnType<typeof sql>) =>
    qualified(sql<T>`(
      select ${value} from ${billingItems} join ${courses} on ${courses.id} = ${billingItems.courseId}
        left join ${institutes} on ${institutes.id} = ${courses.instituteId}
       where ${billingItems.billingId} = ${billings.id} and ${billingItems.seats} > 0)`);
  const rows = await database
    .select({
      id: billings.id,
      ...LISTED_ADOPTION,
      state: billings.state,
      locale: billings.locale,
      address: recipientAddress,
      isRegistered: sql<boolean>`${users.kind} = 'registered'`,
      seats: ofItems<number>(sql`coalesce(sum(${billingItems.seats}), 0)`),
      institutes: ofItems<Subject['institutes']>(
        sql`coalesce(jsonb_agg(distinct jsonb_build_object('name', coalesce(${institutes.name}, ${billingItems.institute}), 'hindi', ${institutes.hindi})), '[]')`,
      ),
    })
    .from(billings)
    .innerJoin(users, eq(users.id, billings.userId))
    .leftJoin(maker, isMaker)
    .where(sql`${billings.id} = any(${sql.param([...ids])}::uuid[])`)
    .orderBy(billings.createdAt, billings.id);
  const codeOf = ({ state, address }: (typeof rows)[number]): ErrorCode | null => {
    if (UNVERIFIED.includes(state)) return 'adoption.not_verified';
    if (state === 'cancelled') return 'mailing.cancelled';
    return address === '' ? 'conversation.no_address' : null;
  };
  const people = groupBy(
    rows.filter((row) => codeOf(row) === null),
    ({ address }) => address.toLowerCase(),
  );
  return {
    recipients: [...people.values()].map((own) => ({
      address: own[0]!.address,
      // The language of the newest adoption.
      locale: localeOf(own.at(-1)!.locale),
      headId: null,
      subjects: own.map(({ id, isRegistered, ...row }) => ({
        id,
        reference: row.reference,
        path: adoptionPath({ isRegistered, billingId: id, reference: row.reference }),
        company: row.company,
        institutes: row.institutes,
        seats: row.seats,
      })),
    })),
    leftOut: rows.flatMap((row) => {
      const code = codeOf(row);
      return code ? [{ name: [row.reference, row.company].filter(Boolean).join(', '), code }] : [];
    }),
  };
}

async function headsOf(database: Database, ids: readonly string[]): Promise<Recipients> {
  const { id, name, hindi, city } = institutes;
  const isChosen = sql`${id} = any(${sql.param([...ids])}::uuid[])`;
  const chosen = await database.select({ id, name, hindi, city }).from(institutes).where(isChosen).orderBy(name, id);
  const heads = await database
    .select({ headId: admins.id, address: admins.username, locale: admins.locale, instituteId: id })
    .from(officeInstitutes)
    .innerJoin(institutes, eq(id, officeInstitutes.instituteId))
    .innerJoin(admins, eq(admins.id, officeInstitutes.adminId))
    .where(and(isChosen, isWorking(HEAD_ROLES)))
    .orderBy(admins.username);
  const subjectOf = (institute: (typeof chosen)[number]): Subject => ({
    id: institute.id,
    reference: '',
    path: '/office/messages',
    company: '',
    institutes: [institute],
    seats: 0,
  });
  return {
    recipients: [...groupBy(heads, ({ headId }) => headId).values()].map((own) => ({
      address: own[0]!.address,
      locale: localeOf(own[0]!.locale),
      headId: own[0]!.headId,
      subjects: chosen.filter((one) => own.some(({ instituteId }) => instituteId === one.id)).map(subjectOf),
    })),
    leftOut: chosen
      .filter((one) => !heads.some(({ instituteId }) => instituteId === one.id))
      .map((one) => ({ name: placeOf(one.name, one.city), code: 'conversation.no_office' as const })),
  };
}

/** Returns what a recipient is written, in the own language; null if that is too long for a message. */
export function textFor({ locale, subjects }: Recipient, texts: Readonly<Record<Locale, string>>): string | null {
  const names = namesIn(locale);
  const text = filled(texts[locale], {
    company: namesText(subjects.map(({ company }) => company)),
    reference: namesText(subjects.map(({ reference }) => reference)),
    institutes: namesText(
      subjects.flatMap((subject) => subject.institutes.map(({ name, hindi }) => names.institute(name, hindi))),
    ),
    seats: String(subjects.reduce((sum, { seats }) => sum + seats, 0)),
  });
  return text.length > MAX_MESSAGE_LENGTH ? null : text;
}
