import type en from './en';

type Namespace = keyof typeof en;

/** The namespaces that client islands of an area read; the others stay on the server (`errors` goes another way). */
export const AREAS = {
  admin: [
    'admin',
    'audit',
    'auth',
    'common',
    'failure',
    'figures',
    'keeping',
    'names',
    'payment',
    'records',
    'spreadsheet',
  ],
  site: ['adoption', 'cart', 'common', 'guard', 'list', 'names', 'otp', 'payment', 'region'],
  auth: ['auth'],
  dashboard: [
    'adoption',
    'adoptions',
    'auth',
    'cart',
    'common',
    'dashboard',
    'failure',
    'guard',
    'list',
    'names',
    'otp',
    'pay',
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
