import 'server-only';
import { BELONGS_TO_USER } from '@/lib/adoption/access';
import { SHOWN_EVENTS } from '@/lib/adoption/detail-rules';
import type { Locale } from '@/lib/i18n/locale';
import { getTranslator } from '@/lib/i18n/server';
import { readSessionAgain, requireRecentPassword } from '@/lib/identity/recent-password';
import type { SponsorScope } from '@/lib/identity/session';
import { withAccount } from '@/lib/identity/with-account';
import type { OwnData } from './schema';

type Section = {
  table: string;
  /** SQL condition of the rows `x` of the sponsor $1. */
  of: string;
  /** Columns that are left out: secrets, inner workings, and names and notes of administrators. */
  omit?: readonly string[];
  /** Keys that are left out of the column `detail`. */
  omitDetail?: readonly string[];
};

const ofUser = 'x.user_id = $1::uuid';
const ofAdoption = 'x.billing_id in (select id from own)';
const MONEY_ENTRY = ['recorded_by', 'confirmed_by', 'remark'];

/** The data of a sponsor, by the names of the sections in the file. Their texts are `ownData` in site-pages.json. */
export const OWN_DATA = {
  account: { table: 'users', of: 'x.id = $1::uuid', omit: ['password_hash', 'search_text'] },
  sessions: { table: 'sessions', of: ofUser, omit: ['token_hash'] },
  invitations: { table: 'company_invitations', of: 'x.account_id = $1::uuid', omit: ['token_hash'] },
  codes: { table: 'otp_challenges', of: ofUser, omit: ['code_hash', 'asker'] },
  adoptions: { table: 'billings', of: 'x.id in (select id from own)', omit: ['limit_keys', 'limit_seats'] },
  seats: { table: 'billing_items', of: ofAdoption },
  history: {
    table: 'billing_events',
    of: `${ofAdoption} and x.event in (${SHOWN_EVENTS.map((event) => `'${event}'`).join(', ')})`,
    omitDetail: ['by', 'reason'],
  },
  requests: { table: 'change_requests', of: ofAdoption, omit: ['requested_by', 'decided_by'] },
  payments: {
    table: 'payments',
    of: ofAdoption,
    omit: ['idempotency_key', 'request_hash', 'next_check_at', 'tries'],
  },
  bankTransfers: { table: 'bank_receipts', of: ofAdoption, omit: [...MONEY_ENTRY, 'matched_by', 'credit_id'] },
  refunds: { table: 'refunds', of: ofAdoption, omit: MONEY_ENTRY },
  onlineRefunds: { table: 'payment_refunds', of: ofAdoption, omit: ['next_try_at', 'tries'] },
  papers: { table: 'papers', of: `(${ofAdoption} or ${ofUser})` },
  messages: {
    table: 'outbound_messages',
    of: `(${ofAdoption} or lower(x.recipient) = (select lower(email) from users where id = $1::uuid))`,
    omit: ['dedupe_key', 'attempts', 'next_attempt_at', 'last_error'],
  },
} as const satisfies Record<string, Section>;

type SectionName = keyof typeof OWN_DATA;
const SECTIONS = Object.entries(OWN_DATA) as [SectionName, Section][];

/** Tables with data about a sponsor that are not in the file; the reasons are `ownData.without` in site-pages.json. */
export const NOT_INCLUDED = [
  'billing_search_index',
  'bank_credits',
  'settlement_differences',
  'alerts',
  'audit_log',
  'rate_limits',
] as const;

const list = (names: readonly string[] = []) => `'{${names.join(',')}}'::text[]`;

const entriesOf = ({ table, of, omit, omitDetail }: Section) => {
  const row = `to_jsonb(x) - ${list(omit)}`;
  const entry = omitDetail ? `${row} || jsonb_build_object('detail', x.detail - ${list(omitDetail)})` : row;
  return `(select coalesce(jsonb_agg(${entry}), '[]') from ${table} x where ${of})`;
};

/** All sections in one statement, so that they are of one moment. A colleague gets what the person adopted. $1 person. */
const READ_OWN_DATA = `
with own as (select b.id from billings b where ${BELONGS_TO_USER('$1::uuid')} or b.made_by = $1::uuid)
select ${SECTIONS.map(([name, section]) => `${entriesOf(section)} as "${name}"`).join(',\n       ')}`;

/**
 * Returns everything that is stored about a sponsor, with explanations in a language.
 * @throws HttpError 403 'auth.confirm_password' if the password was not entered recently
 */
export async function readOwnData(scope: SponsorScope, locale: Locale): Promise<OwnData> {
  const t = getTranslator(locale, 'sitePages.ownData');
  const [row] = await withAccount(scope.personId, async (connection) => {
    requireRecentPassword(await readSessionAgain(connection, scope));
    type Row = Record<SectionName, Record<string, unknown>[]>;
    return connection.unsafe<Row[]>(READ_OWN_DATA, [scope.personId]);
  });
  return {
    about: t('about'),
    made_at: new Date().toISOString(),
    sections: SECTIONS.map(([name]) => ({ name, about: t(`sections.${name}`), entries: row![name] })),
    not_included: NOT_INCLUDED.map((name) => ({ name, why: t(`without.${name}`) })),
  };
}
