import type en from './en';

type Namespace = keyof typeof en;

/**
 * The message namespaces that client islands of an area read; all others stay on the server (`errors` is sent
 * separately).
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
  site: ['checkout', 'cart', 'common', 'unsavedChanges', 'list', 'names', 'otp', 'payment', 'proposal', 'region'],
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

/** A namespace that client islands may read. */
export type AreaNamespace = (typeof AREAS)[Area][number];
