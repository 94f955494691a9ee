/*
 * The values of columns that have few, each list once and in the order of its check. The column has it as `enum`, its check
 * follows from that (known.ts), and schemas, types and texts of the program follow from the list. Adding a value is its line
 * here, a migration (docs/how-to.md), and what the types demand. States of adoptions are in billing-states.ts, the reports of
 * institutes in report-kinds.ts. Browsers read this file: it imports nothing.
 */

/** The course types in display order. */
export const COURSE_TYPES = ['M.Tech', 'B.Tech', 'Diploma', 'Polytechnic', 'ITI'] as const;
export type CourseType = (typeof COURSE_TYPES)[number];

/** How an institute is run. */
export const INSTITUTE_KINDS = ['government', 'aided', 'private'] as const;
export type InstituteKind = (typeof INSTITUTE_KINDS)[number];

export const SESSION_STATES = ['planned', 'open', 'closed'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** What the office of an institute may propose: other seats, and with them another price; a price alone; an offer closed; a new offer. */
export const PROPOSAL_KINDS = ['seats', 'price', 'close', 'branch'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];
export const PROPOSAL_STATES = ['open', 'accepted', 'refused', 'withdrawn'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

export const USER_KINDS = ['guest', 'registered', 'deleted'] as const;

/** What a company is registered as; 'other': not a company, such as a trust. */
export const COMPANY_KINDS = ['company', 'llp', 'other'] as const;
export type CompanyKind = (typeof COMPANY_KINDS)[number];

/** The roles that the owner of a company gives to colleagues, each including those before it (lib/accounts/company-roles.ts). */
export const COLLEAGUE_ROLES = ['view', 'adopt', 'pay'] as const;
export type ColleagueRole = (typeof COLLEAGUE_ROLES)[number];

/**
 * The roles of administrators. Every role reads everything but the accounts of administrators; 'catalogue' also edits
 * courses and institutes, 'finance' also acts on adoptions and money, 'owner' does everything.
 */
export const ADMIN_ROLES = ['viewer', 'catalogue', 'finance', 'owner'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];
/** The roles in the office of an institute: a head also decides who works there. */
export const OFFICE_ROLES = ['head', 'clerk'] as const;
export type OfficeRole = (typeof OFFICE_ROLES)[number];
export const ACCOUNT_ROLES = [...ADMIN_ROLES, ...OFFICE_ROLES] as const;

/**
 * What the site finds unusual: the codes of an hour running out ('codes'), unpaid seats near or over a limit ('limit'), unpaid
 * seats of several contacts from one network ('network'), a large part of the catalogue taken within an hour ('fast'),
 * somebody who cannot read the mailbox of an account or adoption ('mailbox').
 */
export const ALERT_KINDS = ['codes', 'limit', 'network', 'fast', 'mailbox'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** What codes confirm that belong to no adoption: the e-mail of an account, another one, a new password, an address. */
export const ACCOUNT_CODE_PURPOSES = ['email', 'new_email', 'password', 'waiting'] as const;
/** The purpose of a one-time code; a code of one purpose is not valid for another. */
export const CODE_PURPOSES = [
  'public_adoption',
  'dashboard_adoption',
  'adoption_access',
  ...ACCOUNT_CODE_PURPOSES,
] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];
/** How a one-time code is sent. */
export const CODE_CHANNELS = ['email', 'phone'] as const;
/** Where the code that verified an adoption was sent; 'paper' if two administrators entered the adoption. */
export const VERIFIED_CHANNELS = [...CODE_CHANNELS, 'paper'] as const;
export type VerifiedChannel = (typeof VERIFIED_CHANNELS)[number];

/** Where an adoption was made: by a guest, or by somebody who is logged in. */
export const BILLING_CHANNELS = ['public', 'dashboard'] as const;

/** 'entry': for an adoption that an administrator entered, until it is decided; 'move': until a sponsor answers a proposal. */
export const RESERVATION_KINDS = ['agreement', 'renewal', 'waiting', 'entry', 'move'] as const;

/**
 * A proposal to move adopted seats to another offer: asked; moved; the sponsor keeps them where they are; nobody answered in time, or
 * nothing was left to move; an administrator took it back, or leaves it at the answer.
 */
export const MOVE_STATES = ['open', 'accepted', 'declined', 'lapsed', 'withdrawn'] as const;
export type MoveState = (typeof MOVE_STATES)[number];

/**
 * How a request for free seats ended: seats were adopted; withdrawn; two offers were not used; its session closed; its time
 * was over; an administrator withdrew it.
 */
export const WAITING_ENDINGS = ['adopted', 'withdrawn', 'missed', 'session', 'time', 'admin'] as const;
export type WaitingEnding = (typeof WAITING_ENDINGS)[number];

/** The states of an adoption that an administrator entered. */
/** The files that a scan may be, which its content shows. */
export const SCAN_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const;

export const ENTRY_STATES = ['waiting', 'confirmed', 'refused'] as const;

/** Who wrote a message of a conversation: the department, the sponsor of an adoption, or the office of an institute. */
export const MESSAGE_SIDES = ['department', 'sponsor', 'office'] as const;
export type MessageSide = (typeof MESSAGE_SIDES)[number];

/** Whom a message to many goes to: the sponsors of adoptions, or the heads of institutes' offices. */
export const MAILING_TARGETS = ['adoptions', 'offices'] as const;
export type MailingTarget = (typeof MAILING_TARGETS)[number];

/** What a change of an adoption is about; 'wish': the sponsor asked for it, now by a message of the conversation. */
export const CHANGE_REQUEST_KINDS = ['cancel', 'reduce', 'email', 'wish'] as const;
export type ChangeRequestKind = (typeof CHANGE_REQUEST_KINDS)[number];
/** What somebody says to a request of change, or to a shared cart. */
export const DECISIONS = ['approved', 'declined'] as const;
export type Decision = (typeof DECISIONS)[number];
export const CHANGE_REQUEST_STATES = ['open', ...DECISIONS] as const;

/** The payment methods, as in the API. */
export const PAYMENT_METHODS = ['card', 'upi', 'netbanking'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
/** 'refund_due': it was captured and does not count for its adoption. */
export const PAYMENT_STATUSES = ['started', 'captured', 'failed', 'refund_due'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** How money reaches the bank account. */
export const BANK_MODES = ['NEFT', 'RTGS', 'IMPS', 'UPI', 'cheque', 'demand_draft'] as const;
export type BankMode = (typeof BANK_MODES)[number];
/** How money is paid back; 'gateway': through the gateway which took it. */
export const REFUND_MODES = [...BANK_MODES, 'gateway'] as const;
export type RefundMode = (typeof REFUND_MODES)[number];
export const RECEIPT_STATES = ['recorded', 'confirmed', 'rejected', 'bounced'] as const;
/** 'ordered': confirmed and in a file for the bank, which has not said that it paid. */
export const REFUND_STATES = ['recorded', 'ordered', 'done', 'rejected', 'failed'] as const;

/** Why money goes back through the gateway by itself, once for a payment. */
export const AUTOMATIC_REFUND_REASONS = ['paid_too_late', 'paid_again', 'payment_not_accepted', 'excess'] as const;
/** Besides those: administrators cancelled or reduced the adoption; it was made in the gateway's own dashboard. */
export const GATEWAY_REFUND_REASONS = [...AUTOMATIC_REFUND_REASONS, 'cancelled', 'reduced', 'dashboard'] as const;
export type GatewayRefundReason = (typeof GATEWAY_REFUND_REASONS)[number];
/** 'settled': failed, and paid back by bank instead. */
export const GATEWAY_REFUND_STATES = ['due', 'pending', 'processed', 'failed', 'settled'] as const;
export type GatewayRefundState = (typeof GATEWAY_REFUND_STATES)[number];

/** What a line of a gateway's settlement report is about. */
export const SETTLEMENT_ITEM_TYPES = ['payment', 'refund', 'transfer', 'adjustment'] as const;
/** Where the settlement reports and our payments and refunds may differ (lib/money/settlement-statements.ts). */
export const DIFFERENCE_KINDS = ['missing', 'doubled', 'amount', 'unknown'] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Money between the receiving body and an institute: passed on to it, or given back by it. */
export const RELEASE_KINDS = ['passed_on', 'given_back'] as const;
export type ReleaseKind = (typeof RELEASE_KINDS)[number];
/** 'ordered': as of a refund; 'returned': the bank returned it after it had been confirmed. */
export const RELEASE_STATES = ['recorded', 'ordered', 'confirmed', 'rejected', 'returned'] as const;
/** 'stated' by the payee or an administrator; 'confirmed' by an administrator, and paid to; 'ended': replaced or rejected. */
export const PAYEE_ACCOUNT_STATES = ['stated', 'confirmed', 'ended'] as const;
/** What an institute spends money on. */
export const USE_HEADS = ['tuition', 'examination', 'material', 'stipend', 'hostel', 'other'] as const;
export type UseHead = (typeof USE_HEADS)[number];

/** What an auditor with a link looks at. */
export const AUDITOR_VIEWS = ['page', 'pdf', 'xlsx'] as const;
export type AuditorView = (typeof AUDITOR_VIEWS)[number];

/** The numbered papers; 'statement' and 'use' are of a year, the others are of an adoption. */
export const PAPER_KINDS = [
  'proforma',
  'receipt',
  'credit_note',
  'cancellation',
  'statement',
  'certificate',
  'use',
] as const;
/** A paper of an adoption. */
export type PaperKind = Exclude<(typeof PAPER_KINDS)[number], 'statement' | 'use'>;

/** How often a table is sent by e-mail: every day, Monday or first of a month; units of date_trunc. */
export const EXPORT_RHYTHMS = ['day', 'week', 'month'] as const;
export type ExportRhythm = (typeof EXPORT_RHYTHMS)[number];

/** Why a place is free again; 'mistake': its student was entered by mistake. Never a text about a person. */
export const LEAVING_REASONS = ['left', 'moved', 'failed', 'other', 'mistake'] as const;
export type LeavingReason = (typeof LEAVING_REASONS)[number];

/**
 * Whether totals of women, SC, ST and OBC are published: 'untold' if the number of students is hidden, 'withdrawn' for good once they
 * were corrected after they were told.
 */
export const COMPOSITION_STATES = ['untold', 'told', 'withdrawn'] as const;
export type CompositionState = (typeof COMPOSITION_STATES)[number];

/** What a spot check says of a report. */
export const VERDICTS = ['checked', 'differs'] as const;
export type Verdict = (typeof VERDICTS)[number];
/** A report as it stands: stated by the institute; and after a spot check found right, or different. */
export type ReportState = 'stated' | Verdict;
/** Whether it is as a report says about a student. */
export const FINDINGS = ['agrees', 'differs', 'unclear'] as const;
export type Finding = (typeof FINDINGS)[number];
