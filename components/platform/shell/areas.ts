/** The areas of the dashboard, in the order of the sidebar. */
export const AREAS = ['dashboard', 'adoptions', 'yearEnd', 'region', 'plan', 'selection', 'profile'] as const;
export type Area = (typeof AREAS)[number];

/** The links of the sidebar; 'Course Selection' is not a link (R-SHELL-09). */
export const AREA_HREF: Record<Area, string | null> = {
  dashboard: '/dashboard',
  adoptions: '/dashboard/adoptions',
  yearEnd: '/dashboard/year-end',
  region: '/dashboard/map',
  plan: '/dashboard/plan',
  selection: null,
  profile: '/dashboard/profile',
};

/**
 * Returns the area of a path. 'Course Selection' follows the literal rule of the specification; city and
 * institute pages belong to the map, all others to the dashboard itself.
 */
export function areaOf(pathname: string): Area {
  if (pathname.includes('course-selection') || pathname.includes('payment')) return 'selection';
  if (/^\/dashboard\/(map|city|institute)(\/|$)/.test(pathname)) return 'region';
  if (/^\/dashboard\/year-end(\/|$)/.test(pathname)) return 'yearEnd';
  if (/^\/dashboard\/plan(\/|$)/.test(pathname)) return 'plan';
  if (/^\/dashboard\/adoptions(\/|$)/.test(pathname)) return 'adoptions';
  return /^\/dashboard\/profile(\/|$)/.test(pathname) ? 'profile' : 'dashboard';
}
