/** The heads inside of a call. */
export const subHead = 'mb-1 font-sans text-body font-semibold tracking-normal';

/** The name of a method, as wide for each. */
export const methodTag =
  'inline-block min-w-14 rounded-1 border border-control px-1.5 text-center font-mono text-cap font-semibold';
