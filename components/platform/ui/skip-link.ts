/** A link that is shown only while it has the focus. */
export const skipLink =
  'sr-only focus:not-sr-only focus:absolute focus:z-1000 focus:m-2 focus:rounded-2 focus:bg-action focus:px-4 focus:py-3 focus:text-on-action';
