import type en from './en';

type Namespace = keyof typeof en;

/** The namespaces that client islands of an area read; the others stay on the server (`errors` goes another way). */
export const AREAS = {
  admin: [
    'admin',
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
  ],
  site: ['checkout', 'cart', 'common', 'unsavedChanges', 'list', 'names', 'otp', 'payment', 'region'],
  auth: ['auth'],
  dashboard: [
    'checkout',
    'adoptionHistory',
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
    'region',
    'shell',
    'wizard',
  ],
} as const satisfies Record<string, readonly Namespace[]>;

/** A part of the site whose pages share one layout. */
export type Area = keyof typeof AREAS;

/** A namespace that some client island may read. */
export type AreaNamespace = (typeof AREAS)[Area][number];
