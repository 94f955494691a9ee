import 'server-only';
import { purgeAdminSessions } from '@/lib/accounts/administrators/mutations';
import { purgePasswordLinks } from '@/lib/accounts/administrators/password-links';
import { ADMIN_SESSION_SECONDS } from '@/lib/accounts/administrators/schema';
import { ENDED_ACCOUNT_DAYS, purgeAccounts } from '@/lib/payees/purge';
import { LAYOUT_DAYS, purgeLayouts } from '@/lib/admin/bank-statements/memory';
import { purgeMailings } from '@/lib/admin/mailings/mutations';
import { purgeProposals } from '@/lib/proposals/mutations';
import { purgeCounters, purgeEntries, purgeUnverified } from '@/lib/adoption/take/retention';
import { RETENTION_DAYS } from '@/lib/adoption/core/rules';
import { purgeSeatLimits } from '@/lib/adoption/take/seat-limits';
import { purgeTransferNotices } from '@/lib/adoption/pledge/transfer-notice';
import { purgeWaiting } from '@/lib/waiting/mutations';
import { ALERT_DAYS, purgeAlerts } from '@/lib/delivery/alerts/mutations';
import { purgeInvitations } from '@/lib/company/people/invitations';
import {
  ACCESS_SECONDS,
  ADMIN_LINK_HOURS,
  EMAIL_CHANGE_DAYS,
  INVITATION_DAYS,
  KNOWN_NETWORK_DAYS,
  OTP_SECONDS,
  PROPOSAL_DAYS,
  ROLL_NUMBER_YEARS,
  AUDITOR_LINK_DAYS,
  SCAN_YEARS,
  SHARED_CART_DAYS,
  WAITING_KEPT_DAYS,
} from '@/lib/platform/limits';
import { purgeScans } from '@/lib/admin/reservations/scans';
import { purgeEmailChanges } from '@/lib/accounts/lost-mailbox';
import { LOCALE_SECONDS } from '@/lib/platform/i18n/locale';
import { purgeSessions } from '@/lib/accounts/mutations';
import { SESSION_SECONDS } from '@/lib/accounts/schema';
import { purgeMessages } from '@/lib/notifications/mutations';
import { MESSAGE_DAYS } from '@/lib/notifications/statements';
import { NOTICE_DAYS, purgeNotices } from '@/lib/money/notices';
import { purgeRollNumbers } from '@/lib/register/mutations';
import { purgeCodes } from '@/lib/accounts/codes/mutations';
import { purgeAuditorLinks } from '@/lib/year-end/auditor-links';
import { purgeSharedCarts } from '@/lib/selection/shared-cart/mutations';

const [MINUTE, HOUR, DAY] = [60, 60 * 60, 24 * 60 * 60];

/** How long a kind of data is kept. Its texts are `retention` in site-pages.json. */
type Retention = {
  /** The tables that have such data; none if it is not in the database. */
  tables: readonly string[];
  /** Values of its texts. */
  values?: Readonly<Record<string, number>>;
  /** Deletes what is older and returns the number of deleted rows. Absent: no period ends by itself. */
  purge?: () => Promise<number>;
};

/**
 * What is stored, and for how long: the daily purge (lib/operation/jobs/purge.ts) runs its functions in this order, and the tables
 * on /privacy show it. A test demands every table of the database.
 */
const RETENTION = {
  unverified: {
    tables: ['billings', 'billing_items', 'billing_events', 'billing_search_index', 'users'],
    values: { days: RETENTION_DAYS },
    purge: async () => {
      const { billings, guests } = await purgeUnverified();
      return billings + guests;
    },
  },
  adoption: {
    tables: [
      'billings',
      'billing_items',
      'billing_events',
      'billing_search_index',
      'change_requests',
      'companies',
      'company_groups',
      'company_keys',
      'consents',
      'conversation_messages',
      'users',
    ],
  },
  money: {
    tables: [
      'payments',
      'payment_refunds',
      'bank_credits',
      'bank_receipts',
      'refunds',
      'releases',
      'release_lines',
      'uses',
      'use_lines',
      'year_end_reminders',
    ],
  },
  toldTransfer: { tables: ['transfer_notices'], purge: purgeTransferNotices },
  payee: { tables: ['payee_accounts', 'bank_files'], values: { days: ENDED_ACCOUNT_DAYS }, purge: purgeAccounts },
  paper: { tables: ['papers', 'paper_series'] },
  account: {
    tables: ['users', 'companies', 'company_keys'],
    values: { days: EMAIL_CHANGE_DAYS },
    purge: purgeEmailChanges,
  },
  session: {
    tables: ['sessions'],
    values: { hours: SESSION_SECONDS / HOUR, access: ACCESS_SECONDS / HOUR },
    purge: purgeSessions,
  },
  code: { tables: ['otp_challenges'], values: { minutes: OTP_SECONDS / MINUTE }, purge: purgeCodes },
  sharedCart: {
    tables: ['shared_carts', 'shared_cart_decisions'],
    values: { days: SHARED_CART_DAYS },
    purge: purgeSharedCarts,
  },
  auditorLink: {
    tables: ['auditor_links', 'auditor_views'],
    values: { days: AUDITOR_LINK_DAYS },
    purge: purgeAuditorLinks,
  },
  message: { tables: ['outbound_messages'], values: { days: MESSAGE_DAYS }, purge: purgeMessages },
  mailing: {
    tables: ['mailings', 'mailing_recipients'],
    values: { days: MESSAGE_DAYS },
    purge: purgeMailings,
  },
  counter: { tables: ['rate_limits'], values: { days: KNOWN_NETWORK_DAYS }, purge: purgeCounters },
  unpaid: { tables: ['unpaid_seats'], purge: purgeSeatLimits },
  reservation: { tables: ['reservations', 'reservation_items', 'renewal_lines', 'seat_moves'] },
  waiting: {
    tables: ['waiting_requests', 'otp_challenges'],
    values: { days: WAITING_KEPT_DAYS },
    purge: purgeWaiting,
  },
  entry: { tables: ['adoption_entries'], values: { days: RETENTION_DAYS }, purge: purgeEntries },
  scan: { tables: ['paper_scans'], values: { years: SCAN_YEARS }, purge: purgeScans },
  alert: { tables: ['alerts'], values: ALERT_DAYS, purge: purgeAlerts },
  notice: { tables: ['payment_notices'], values: { days: NOTICE_DAYS }, purge: purgeNotices },
  settlement: { tables: ['settlement_reports', 'settlement_items', 'settlement_differences'] },
  statementLayout: { tables: ['statement_layouts'], values: { days: LAYOUT_DAYS }, purge: purgeLayouts },
  administrator: {
    tables: [
      'admins',
      'admin_areas',
      'admin_factors',
      'admin_notices',
      'admin_exports',
      'admin_recovery_codes',
      'office_institutes',
    ],
  },
  adminSession: {
    tables: ['admin_sessions'],
    values: { hours: ADMIN_SESSION_SECONDS / HOUR },
    purge: purgeAdminSessions,
  },
  invitation: {
    tables: ['company_invitations'],
    values: { days: INVITATION_DAYS },
    purge: purgeInvitations,
  },
  passwordLink: { tables: ['admin_password_links'], values: ADMIN_LINK_HOURS, purge: purgePasswordLinks },
  student: {
    tables: ['enrolments', 'reports', 'compositions', 'report_marks', 'report_checks', 'report_check_places'],
    values: { years: ROLL_NUMBER_YEARS },
    purge: purgeRollNumbers,
  },
  proposal: { tables: ['proposals'], values: { days: PROPOSAL_DAYS }, purge: purgeProposals },
  audit: { tables: ['audit_log', 'audit_chain'] },
  catalogue: {
    tables: [
      'academic_sessions',
      'report_dates',
      'report_reminders',
      'courses',
      'institutes',
      'former_institutes',
      'places',
      'settings',
      'row_counts',
      'job_runs',
      'news_parts',
      'adoption_monthly_totals',
      'monthly_totals_progress',
      'line_months',
      'line_months_progress',
    ],
  },
  browser: { tables: [], values: { days: LOCALE_SECONDS / DAY } },
  log: { tables: [] },
} as const satisfies Record<string, Retention>;

export type RetainedData = keyof typeof RETENTION;

/** The rows of the table, typed for loops. */
export const RETENTION_ROWS = Object.entries(RETENTION) as [RetainedData, Retention][];
