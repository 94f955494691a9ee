/** The parts of the dashboard, in the order of the sidebar. */
export const AREAS = ['dashboard', 'region', 'selection', 'profile'] as const;
export type Area = (typeof AREAS)[number];

/** Where the sidebar leads (R-SHELL-04 to R-SHELL-06); 'Course Selection' leads nowhere (R-SHELL-09). */
export const AREA_HREF: Record<Area, string | null> = {
  dashboard: '/dashboard',
  region: '/dashboard/map',
  selection: null,
  profile: '/dashboard/profile',
};

/**
 * The area of a path. The 'Course Selection' entry follows the spec's literal rule (R-SHELL-08, A-64); a city was picked on
 * the map, and what is neither of these hangs below the dashboard itself.
 */
export function areaOf(pathname: string): Area {
  if (pathname.includes('course-selection') || pathname.includes('payment')) return 'selection';
  if (/^\/dashboard\/(map|city)(\/|$)/.test(pathname)) return 'region';
  return /^\/dashboard\/profile(\/|$)/.test(pathname) ? 'profile' : 'dashboard';
}
