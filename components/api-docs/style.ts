/** Subheadings of an endpoint. */
export const subHead = 'mb-1 font-sans text-body font-semibold tracking-normal';

/** The label of a method, in a fixed width. */
export const methodTag =
  'inline-block min-w-14 rounded-1 border border-control px-1.5 text-center font-mono text-cap font-semibold';
