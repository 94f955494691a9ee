import { ADMIN_PAGES } from '@/lib/admin/pages';
import { errorsOf, type Endpoint } from '@/lib/api/endpoint';
import type { ErrorCode } from '@/lib/platform/i18n/errors';

/**
 * Visitors: anonymous, with an ended session, a sponsor asking for another sponsor's data, a sponsor asking for their
 * own, an administrator and somebody in an office with a role that the endpoint allows.
 */
export const VISITORS = [
  'anonymous',
  'expired session',
  'other sponsor',
  'sponsor',
  'administrator',
  'office',
] as const;
export type Visitor = (typeof VISITORS)[number];
type Row<Cell> = Record<Visitor, Cell>;

const row = <Cell>(cells: readonly [Cell, Cell, Cell, Cell, Cell, Cell]): Row<Cell> =>
  Object.fromEntries(VISITORS.map((visitor, n) => [visitor, cells[n]])) as Row<Cell>;

/** An endpoint responds normally, or with an error status and code. */
type CallCell = 'answered' | { status: number; code: ErrorCode };

const NO_SESSION = { status: 401, code: 'auth.required' } as const;
const FORBIDDEN = { status: 403, code: 'auth.forbidden' } as const;
const NO_TOKEN = { status: 401, code: 'admin.no_token' } as const;
const ENDED = { status: 401, code: 'admin.session_ended' } as const;

/**
 * Returns the response to each visitor, according to the `access` of the endpoint's description, for an otherwise valid
 * request.
 */
export function cellsOf(endpoint: Endpoint): Row<CallCell> {
  switch (endpoint.access) {
    case 'anyone':
      return row<CallCell>(['answered', 'answered', 'answered', 'answered', 'answered', 'answered']);
    case 'provider':
    case 'scheduler':
      return row<CallCell>([FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN, FORBIDDEN]);
    case 'administrator':
      return row<CallCell>([NO_TOKEN, ENDED, ENDED, ENDED, 'answered', ENDED]);
    case 'office':
      return row<CallCell>([NO_TOKEN, ENDED, ENDED, ENDED, ENDED, 'answered']);
    case 'account':
      return row<CallCell>([NO_TOKEN, ENDED, ENDED, ENDED, 'answered', 'answered']);
    case 'owner':
      return row<CallCell>([NO_SESSION, NO_SESSION, FORBIDDEN, 'answered', NO_SESSION, NO_SESSION]);
    case 'sponsor':
    case 'holder':
      return row<CallCell>([NO_SESSION, NO_SESSION, othersOf(endpoint), 'answered', NO_SESSION, NO_SESSION]);
  }
}

/**
 * If the path names a resource, it does not exist for visitors without access to it. Without a resource in the path the
 * endpoint returns the requester's own data.
 */
function othersOf(endpoint: Endpoint): CallCell {
  if (!endpoint.params) return 'answered';
  const code = errorsOf(endpoint).get(404)?.codes[0];
  if (!code) throw new Error(`${endpoint.id} names a resource but describes no error for another sponsor's`);
  return { status: 404, code };
}

/** Who may see a page, 'holder': its sponsor; `leadsTo` is a page that redirects everybody. */
type PageAccess = 'anyone' | 'sponsor' | 'holder' | 'administrator' | 'office' | { leadsTo: string };

/** Every address besides the calls, by the route table (routes.ts); scripts/access.test.ts fails when one is missing. */
export const PAGES: Readonly<Record<string, PageAccess>> = {
  '/': 'anyone',
  '/.well-known/security.txt': 'anyone',
  '/about': 'anyone',
  '/admin': { leadsTo: '/admin/dashboard' },
  ...Object.fromEntries(
    ADMIN_PAGES.map((page): [string, PageAccess] => [page.path, 'isPublic' in page ? 'anyone' : 'administrator']),
  ),
  '/admin/login': 'anyone',
  '/admin/set-password': 'anyone',
  '/adoptions': 'anyone',
  '/adoptions/{reference}': 'anyone',
  '/adoptions/{reference}/renewal': 'anyone',
  '/adoptions/{reference}/year-end': 'anyone',
  '/apple-icon.png': 'anyone',
  '/auditor/{token}': 'anyone',
  '/cart': 'anyone',
  '/contact': 'anyone',
  '/course-list/{city}': 'anyone',
  '/course-list/{city}/{courseType}': 'anyone',
  '/dashboard': 'sponsor',
  '/dashboard/adoptions': 'sponsor',
  '/dashboard/adoptions/{id}': 'holder',
  '/dashboard/city/{city}': 'sponsor',
  '/dashboard/city/{city}/{courseType}': 'sponsor',
  '/dashboard/course-selection': 'sponsor',
  '/dashboard/institute/{instituteId}': 'sponsor',
  '/dashboard/map': 'sponsor',
  '/dashboard/new-course-selection': 'sponsor',
  '/dashboard/new-course-selection/{courseType}': 'sponsor',
  '/dashboard/payment': 'sponsor',
  '/dashboard/plan': 'sponsor',
  '/dashboard/profile': 'sponsor',
  '/dashboard/renewals': 'sponsor',
  '/dashboard/year-end': 'sponsor',
  '/docs/api': 'anyone',
  '/favicon.ico': 'anyone',
  '/home': 'anyone',
  '/icon.svg': 'anyone',
  '/institute/{instituteId}': 'anyone',
  '/join': 'anyone',
  '/login': 'anyone',
  '/lost-mailbox': 'anyone',
  '/manifest.webmanifest': 'anyone',
  '/office': 'office',
  '/office/account': 'office',
  '/office/colleagues': 'office',
  '/office/forgot-password': 'anyone',
  '/office/login': 'anyone',
  '/office/messages': 'office',
  '/office/offers/{courseId}': 'office',
  '/office/offers/{courseId}/reports/{kind}': 'office',
  '/office/page': 'office',
  '/office/proposals': 'office',
  '/office/set-password': 'anyone',
  '/open-data': 'anyone',
  '/payment': 'anyone',
  '/plan': 'anyone',
  '/privacy': 'anyone',
  '/register': 'anyone',
  '/reset-password': 'anyone',
  '/robots.txt': 'anyone',
  '/search': 'anyone',
  '/select-region': 'anyone',
  '/select-region/{courseType}': 'anyone',
  '/shared-cart/reserved/{reservationId}': 'anyone',
  '/shared-cart/{token}': 'anyone',
  '/sitemap.xml': 'anyone',
  '/terms': 'anyone',
  '/verify': 'anyone',
  '/verify/{reference}': 'anyone',
  '/waiting': 'anyone',
  '/waiting/{requestId}': 'anyone',
};

/**
 * A page is shown, shown with the visitor's own data, not found, left empty (its script redirects to /admin/login or /office/login), or
 * redirects.
 */
type PageCell = 'page' | 'own page' | 'not found' | 'empty' | { leadsTo: string };

/** Returns the response of a page to each visitor. */
export function cellsOfPage(access: PageAccess): Row<PageCell> {
  if (access === 'anyone') return row<PageCell>(['page', 'page', 'page', 'page', 'page', 'page']);
  if (access === 'administrator') return row<PageCell>(['empty', 'empty', 'empty', 'empty', 'page', 'empty']);
  if (access === 'office') return row<PageCell>(['empty', 'empty', 'empty', 'empty', 'empty', 'page']);
  const login = { leadsTo: '/login' };
  if (access === 'sponsor') return row<PageCell>([login, login, 'own page', 'page', login, login]);
  if (access === 'holder') return row<PageCell>([login, login, 'not found', 'page', login, login]);
  return row<PageCell>([access, access, access, access, access, access]);
}
