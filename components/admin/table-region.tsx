import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import './table.css';

type TableRegionProps = {
  /** The id of the heading that labels the table. */
  labelledBy: string;
  /** Whether the first column sticks while the rest scrolls sideways; it should be a `<th scope="row">`. */
  sticky?: boolean;
  className?: string;
  /**
   * `<thead>` and `<tbody>`; classes of cells: `figure` for numbers, `name` for names, `long` for long text, `actions`
   * for buttons at the end of a row.
   */
  children: ReactNode;
};

/**
 * A table like a spreadsheet: grid lines, rows of 42 px, sticky header and first column. Overflow scrolls inside this
 * region, also by keyboard; the page never scrolls sideways. Printed in full.
 */
export function TableRegion({ labelledBy, sticky = true, className, children }: TableRegionProps) {
  return (
    <div role="region" aria-labelledby={labelledBy} tabIndex={0} className={cn('sheet', className)}>
      <table aria-labelledby={labelledBy} data-sticky={sticky || undefined}>
        {children}
      </table>
    </div>
  );
}
