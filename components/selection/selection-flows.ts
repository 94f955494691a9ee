/**
 * The two selection flows and all their differences: the effect of typing a number on an unticked course, the
 * target of 'Proceed to Lock', and the links back and to the cities.
 */
export const SELECTION_FLOWS = {
  public: {
    autoSelect: true,
    next: '/cart',
    region: '/select-region',
    regionOf: '/select-region',
    list: '/course-list',
    plan: '/plan',
    institute: '/institute',
  },
  dashboard: {
    autoSelect: false,
    next: '/dashboard/payment',
    region: '/dashboard/map',
    regionOf: '/dashboard/new-course-selection',
    list: '/dashboard/city',
    plan: '/dashboard/plan',
    institute: '/dashboard/institute',
  },
} as const;
export type SelectionFlow = keyof typeof SELECTION_FLOWS;
