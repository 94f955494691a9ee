/**
 * The two ways to choose seats, and all in which they differ: what typing a number does to a course that is not ticked
 * where 'Proceed to Lock' goes (R-LIST-20, R-DSEL-03), and where the ways back and to the cities lead.
 */
export const SELECTION_FLOWS = {
  public: {
    autoSelect: true,
    next: '/cart',
    region: '/select-region',
    regionOf: '/select-region',
    list: '/course-list',
  },
  dashboard: {
    autoSelect: false,
    next: '/dashboard/payment',
    region: '/dashboard/map',
    regionOf: '/dashboard/new-course-selection',
    list: '/dashboard/city',
  },
} as const;
export type SelectionFlow = keyof typeof SELECTION_FLOWS;
