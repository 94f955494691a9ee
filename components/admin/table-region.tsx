import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import './table.css';

type TableRegionProps = {
  /** The id of the heading that names the table. */
  labelledBy: string;
  /** Whether the first column stays in sight while the rest scrolls sideways; it should be a `<th scope="row">`. */
  sticky?: boolean;
  className?: string;
  /** `<thead>` and `<tbody>`; cells of figures have the class `figure`, of names `name`, of long text `long`, and of buttons, at the end of a row, `actions`. */
  children: ReactNode;
};

/**
 * A table with a spreadsheet's manners: grid lines, rows of 42 px, a head and a first column that stay. What does not fit
 * scrolls inside this region, by keys too; the page itself never scrolls sideways. On paper it stands in full.
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
