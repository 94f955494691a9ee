type AdminPage = {
  /** As in the route table (scripts/lib/access.ts). */
  path: string;
  /** The texts whose `title` is its link in the bar; without them it has none. */
  title?: string;
  /** Pages elsewhere that its link stands for, too. */
  also?: readonly string[];
  /** Whether it is also for administrators who are limited to an area. */
  inArea?: true;
  /** Whether it is shown without a session. */
  isPublic?: true;
};

/** The pages for administrators, in the order of the bar. */
export const ADMIN_PAGES = [
  { path: '/admin/dashboard', title: 'usersAndBillings' },
  { path: '/admin/attention', inArea: true, title: 'attention' },
  { path: '/admin/report', inArea: true, title: 'report' },
  { path: '/admin/users', title: 'usersAndBillings.users' },
  { path: '/admin/catalogue', inArea: true, title: 'adminCourses' },
  { path: '/admin/sessions', title: 'sessions' },
  { path: '/admin/registers', title: 'registers', also: ['/admin/audit'] },
  { path: '/admin/settings', title: 'settings' },
  { path: '/admin/administrators' },
  { path: '/admin/billing', isPublic: true },
  { path: '/admin/account' },
  { path: '/admin/attention/bank-statement' },
  { path: '/admin/attention/settlements' },
  { path: '/admin/funds' },
  { path: '/admin/funds/{number}' },
  { path: '/admin/billings/{reference}' },
  { path: '/admin/report/adoptions' },
  { path: '/admin/registers/receipts' },
  { path: '/admin/registers/refunds' },
  { path: '/admin/audit' },
  { path: '/admin/companies/{companyId}' },
  { path: '/admin/entries' },
  { path: '/admin/mailings' },
  { path: '/admin/entries/new' },
  { path: '/admin/catalogue/import' },
  { path: '/admin/catalogue/moves' },
  { path: '/admin/catalogue/proposals' },
  { path: '/admin/catalogue/reservations' },
  { path: '/admin/offices' },
  { path: '/admin/offices/reports' },
  { path: '/admin/offices/{instituteId}' },
  { path: '/admin/sessions/{session}' },
  { path: '/admin/{...rest}' },
] as const satisfies readonly AdminPage[];

/** The pages with a link in the bar. */
export const PAGES_IN_BAR = ADMIN_PAGES.flatMap((page) => ('title' in page ? [page] : []));
export const PAGES_OF_AREA = PAGES_IN_BAR.filter((page) => 'inArea' in page);
