import type en from './en';

type Namespace = { [Root in keyof typeof en]: Root | `${Root}.${keyof (typeof en)[Root] & string}` }[keyof typeof en];

/**
 * The message namespaces, or groups of one, that client islands of an area read; all others stay on the server (`errors`
 * is sent separately). Pages of an area within another have the messages of both.
 */
export const AREAS = {
  admin: ['admin', 'auth.password', 'auth.strength', 'common', 'failure', 'names', 'staff'],
  adminAccounts: ['administrators'],
  adminAttention: [
    'attention.act',
    'attention.assign',
    'attention.check',
    'attention.mode',
    'attention.receipt',
    'attention.remind',
    'attention.seatLimit',
    'spreadsheet.button',
  ],
  adminBankStatement: ['attention', 'catalogueImport', 'funds'],
  adminFunds: ['attention.mode', 'funds'],
  adminAdoptions: ['adminAdoption', 'company'],
  adminCatalogue: ['adminCourses'],
  adminImport: ['catalogueImport', 'spreadsheet.button'],
  adminProposals: ['catalogueImport', 'proposals'],
  adminReservations: ['reservations', 'spreadsheet.button'],
  adminDashboard: ['payment.table', 'spreadsheet.button', 'stats', 'usersAndBillings'],
  adminRecords: ['payment.table', 'spreadsheet.button', 'usersAndBillings'],
  adminEntries: ['entries', 'reservations.agreement', 'reservations.filter'],
  adminOffices: ['offices'],
  adminSessions: ['sessions'],
  adminSettings: ['settings'],
  office: ['auth.password', 'auth.strength', 'common', 'failure', 'names', 'office', 'staff'],
  site: ['cart', 'common', 'unsavedChanges', 'list', 'names'],
  region: ['region'],
  plan: ['proposal', 'region'],
  checkout: ['checkout', 'otp', 'payment', 'privacyNotice'],
  adoption: [
    'checkout',
    'adoptionHistory',
    'adoptionPage',
    'common',
    'company',
    'list',
    'names',
    'otp',
    'privacyNotice',
    'sharedCart',
    'waiting',
    'yearEnd',
  ],
  sharedCart: ['common', 'names', 'sharedCart'],
  auth: ['auth', 'common', 'privacyNotice'],
  dashboard: [
    'checkout',
    'adoptionHistory',
    'adoptionPage',
    'auth',
    'cart',
    'common',
    'company',
    'dashboard',
    'failure',
    'unsavedChanges',
    'list',
    'names',
    'otp',
    'dashboardPayment',
    'payment',
    'privacyNotice',
    'profile',
    'proposal',
    'region',
    'sharedCart',
    'shell',
    'wizard',
    'yearEnd',
  ],
  auditor: ['common', 'names', 'yearEnd'],
} as const satisfies Record<string, readonly Namespace[]>;

/** A part of the site whose pages share a layout. */
export type Area = keyof typeof AREAS;

/**
 * Errors that only administrators see, as codes or whole groups. Their pages are in English, so that no other language
 * sends these.
 */
const ADMINISTRATORS_ERRORS: ReadonlySet<string> = new Set([
  ...[
    'admin',
    'alert',
    'catalogue',
    'difference',
    'download',
    'entry',
    'funds',
    'limit',
    'message',
    'invitation',
    'receipt',
    'enrolment',
    'offer_proposal',
    'report',
    'reservation',
    'settings',
    'use',
  ],
  ...[
    'act_failed',
    'changed',
    'not_verified',
    'not_pledged',
    'not_adopted',
    'second_admin',
    'reference_used',
    'date_in_past',
    'receipt_gone',
    'part_range',
    'parts_range',
    'parts_invalid',
    'bank_required',
    'receipt_waits',
    'request_gone',
    'request_open',
    'line_unknown',
    'seats_range',
    'none_left',
    'unchanged',
    'refund_range',
    'refund_gone',
    'not_found',
  ].map((code) => `adoption.${code}`),
  ...[
    'changed_meanwhile',
    'below_taken',
    'total_range',
    'price_range',
    'duration_range',
    'duration_below_year',
    'not_found',
    'save_failed',
  ].map((code) => `course.${code}`),
  ...[
    'name_form',
    'name_of_year',
    'day',
    'days_order',
    'adopting_order',
    'overlaps',
    'exists',
    'not_found',
    'closed',
    'changed_meanwhile',
    'already',
    'live_holds',
    'no_offers',
    'percent',
    'unknown_source',
    'price_range',
    'plan_changed',
  ].map((code) => `session.${code}`),
  ...[
    'not_found',
    'changed_meanwhile',
    'address',
    'website',
    'contact',
    'email',
    'phone',
    'text_long',
    'save_failed',
  ].map((code) => `institute.${code}`),
]);

/** Groups of them that offices see as well. */
const OFFICE_ERRORS: readonly string[] = [
  'admin',
  'catalogue',
  'course',
  'invitation',
  'institute',
  'enrolment',
  'funds',
  'offer_proposal',
  'report',
  'session',
  'use',
];

/** Whether only administrators, and perhaps offices, see the error of a code such as 'course.not_found'. */
export const isAdministratorsError = (code: string): boolean =>
  ADMINISTRATORS_ERRORS.has(code) || ADMINISTRATORS_ERRORS.has(code.split('.', 1)[0]!);

/** Whether the pages of an area may show the error of a code. */
export const mayShowError = (code: string, area: Area): boolean =>
  !isAdministratorsError(code) || (area === 'office' && OFFICE_ERRORS.includes(code.split('.', 1)[0]!));

/** A namespace that client islands may read. */
export type AreaNamespace = RootOf<(typeof AREAS)[Area][number]>;
type RootOf<Path> = Path extends `${infer Root}.${string}` ? Root : Path;
