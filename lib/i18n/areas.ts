import type en from './en';

type Namespace = keyof typeof en;

/**
 * The message namespaces that client islands of an area read; all others stay on the server (`errors` is sent
 * separately). Pages of an area within another have the messages of both.
 */
export const AREAS = {
  admin: [
    'admin',
    'adminAdoption',
    'administrators',
    'attention',
    'auditLog',
    'auth',
    'common',
    'failure',
    'stats',
    'adminCourses',
    'names',
    'payment',
    'usersAndBillings',
    'spreadsheet',
    'settings',
  ],
  site: ['cart', 'common', 'unsavedChanges', 'list', 'names'],
  region: ['region'],
  plan: ['proposal', 'region'],
  checkout: ['checkout', 'otp', 'payment'],
  adoption: ['checkout', 'adoptionHistory', 'adoptionPage', 'common', 'names', 'otp'],
  sharedCart: ['common', 'names', 'sharedCart'],
  auth: ['auth'],
  dashboard: [
    'checkout',
    'adoptionHistory',
    'adoptionPage',
    'auth',
    'cart',
    'common',
    'dashboard',
    'failure',
    'unsavedChanges',
    'list',
    'names',
    'otp',
    'dashboardPayment',
    'payment',
    'profile',
    'proposal',
    'region',
    'shell',
    'wizard',
  ],
} as const satisfies Record<string, readonly Namespace[]>;

/** A part of the site whose pages share a layout. */
export type Area = keyof typeof AREAS;

/**
 * Groups of errors that only administrators see. Their pages are in English, so that no other language sends these.
 */
export const ADMINISTRATORS_ERRORS: readonly string[] = [
  'admin',
  'catalogue',
  'difference',
  'download',
  'message',
  'receipt',
  'settings',
];

/** A namespace that client islands may read. */
export type AreaNamespace = (typeof AREAS)[Area][number];
