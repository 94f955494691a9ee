import type { ReactNode } from 'react';

/** A short text below the value of a cell. */
export const LineNote = ({ children }: { children: ReactNode }) => (
  <span className="block text-cap text-ink-2">{children}</span>
);
