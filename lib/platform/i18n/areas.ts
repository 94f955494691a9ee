import type en from './en';

type Namespace = { [Root in keyof typeof en]: Root | `${Root}.${keyof (typeof en)[Root] & string}` }[keyof typeof en];

/**
 * The message namespaces, or groups of one, that client islands of an area read; all others stay on the server (`errors`
 * is sent separately). Pages of an area within another have the messages of both.
 */
export const AREAS = {
  admin: ['admin', 'auth.password', 'auth.strength', 'common', 'failure', 'names', 'staff'],
  adminAccounts: ['administrators'],
  adminNotices: ['administrators.notices', 'attention.kind', 'spreadsheet.scheduled'],
  adminAttention: [
    'attention.act',
    'attention.assign',
    'attention.check',
    'attention.mode',
    'attention.receipt',
    'attention.remind',
    'attention.seatLimit',
    'spreadsheet.button',
    'spreadsheet.byEmail',
  ],
  adminAudit: ['catalogueImport.undo'],
  adminBankStatement: ['attention', 'catalogueImport', 'funds'],
  adminFunds: ['attention.mode', 'funds'],
  adminAdoptions: ['adminAdoption', 'company', 'conversation', 'funds.account', 'funds.act'],
  adminCatalogue: ['adminCourses'],
  adminCompanies: ['companies', 'company', 'registers.papers'],
  adminImport: ['catalogueImport', 'spreadsheet.button', 'spreadsheet.byEmail'],
  adminProposals: ['catalogueImport', 'proposals'],
  adminMoves: ['moves', 'reservations.agreement', 'reservations.filter'],
  adminReservations: ['reservations', 'spreadsheet.button', 'spreadsheet.byEmail'],
  adminDashboard: [
    'mailings',
    'payment.table',
    'spreadsheet.button',
    'spreadsheet.byEmail',
    'stats',
    'usersAndBillings',
  ],
  adminRecords: ['payment.table', 'spreadsheet.button', 'spreadsheet.byEmail', 'usersAndBillings'],
  adminRegisters: ['registers.papers', 'spreadsheet.button', 'spreadsheet.byEmail'],
  adminReport: ['report', 'spreadsheet.byEmail'],
  adminEntries: ['entries', 'reservations.agreement', 'reservations.filter'],
  adminEntryForm: ['company'],
  adminOffices: ['conversation', 'mailings', 'offices'],
  adminMailings: ['mailings'],
  adminSessions: ['sessions'],
  adminSettings: ['settings'],
  office: ['auth.password', 'auth.strength', 'common', 'conversation', 'failure', 'names', 'office', 'staff'],
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
    'conversation',
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
    'conversation',
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

/** A namespace that client islands may read. */
export type AreaNamespace = RootOf<(typeof AREAS)[Area][number]>;
type RootOf<Path> = Path extends `${infer Root}.${string}` ? Root : Path;
