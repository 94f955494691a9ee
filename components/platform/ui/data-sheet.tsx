'use client';

import type { Key, ReactNode } from 'react';
import type { SortOrder } from '@/lib/platform/search-params';
import { cn } from './cn';
import { Link } from './link';
import { LinkPending } from './link-pending';
import { PageCheckbox } from './row-selection';
import './status-tag.css';

/** A column without its cells. */
export type SheetColumn = {
  title: string;
  /**
   * How its cells are set: numbers at the end, names and long texts in several lines, times and references with digits
   * of one width, times in a narrow column, or buttons at the end of a row, whose title is hidden.
   */
  as?: 'figure' | 'name' | 'long' | 'digits' | 'moment' | 'actions';
  /** More classes of its cells. */
  className?: string;
  /** Its name in the address, if the table can be sorted by it. */
  sort?: string;
};

/** The order of a table, and for each sortable column the address of the order that a click on its head leads to. */
export type Sorting = {
  order: SortOrder;
  hrefs: Readonly<Record<string, string>>;
};

export type SheetProps = {
  /** The id of the heading that labels the table. */
  labelledBy: string;
  /** Omit it for a table that cannot be sorted, such as the first rows of a longer one. */
  sorting?: Sorting | undefined;
  /** Whether the first column sticks while the rest scrolls sideways. */
  sticky?: boolean;
  /** A hidden caption, in place of a heading; it gets the id. */
  caption?: string;
};

type DataSheetProps = SheetProps & {
  columns: readonly SheetColumn[];
  /** The key of each row, and its cells; the first one heads the row. */
  rows: readonly (readonly [Key, ...ReactNode[]])[];
  /** The checkbox of each row, if rows can be chosen. */
  boxes: readonly ReactNode[] | undefined;
  /** The cells of a last row, which sums up the others. */
  sums: readonly ReactNode[] | undefined;
};

/** The elements of a table: a client component, so that a page carries them as HTML only, and its cells without them. */
export function DataSheet(props: DataSheetProps) {
  const { labelledBy, columns, rows, boxes, sums, sorting, sticky = true, caption } = props;
  return (
    <div role="region" aria-labelledby={labelledBy} tabIndex={0} className="sheet">
      <table aria-labelledby={labelledBy} data-sticky={sticky || undefined}>
        {caption && (
          <caption id={labelledBy} className="sr-only">
            {caption}
          </caption>
        )}
        <thead>
          <tr>
            {boxes && (
              <td className="box">
                <PageCheckbox />
              </td>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.title} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, ...cells], index) => (
            <SheetRow key={key} columns={columns} cells={cells} box={boxes?.[index]} />
          ))}
        </tbody>
        {sums && (
          <tfoot>
            <SheetRow columns={columns} cells={sums} box={boxes && null} />
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** `box`: undefined in a table without checkboxes. */
type SheetRowProps = { columns: readonly SheetColumn[]; cells: readonly ReactNode[]; box: ReactNode };

function SheetRow({ columns, cells, box }: SheetRowProps) {
  return (
    <tr>
      {box !== undefined && <td className="box">{box}</td>}
      {columns.map((column, index) => {
        const className = cn(column.as, column.className) || undefined;
        return index === 0 ? (
          <th key={column.title} scope="row" className={className}>
            {cells[index]}
          </th>
        ) : (
          <td key={column.title} className={className}>
            {cells[index]}
          </td>
        );
      })}
    </tr>
  );
}

const ARIA = { asc: 'ascending', desc: 'descending' } as const;

type ColumnHeadProps = { column: SheetColumn; sorting: Sorting | undefined };

function ColumnHead({ column: { title, as, sort }, sorting }: ColumnHeadProps) {
  const numeric = as === 'figure' && 'figure';
  const href = sort && sorting?.hrefs[sort];
  if (as === 'actions')
    return (
      <th scope="col" className="actions">
        <span className="sr-only">{title}</span>
      </th>
    );
  if (!href)
    return (
      <th scope="col" className={cn(numeric)}>
        {title}
      </th>
    );
  const order = sorting.order.sort === sort ? sorting.order.dir : null;
  return (
    <th scope="col" aria-sort={order ? ARIA[order] : undefined} className={cn(numeric)}>
      <Link href={href} scroll={false}>
        {title}
        <LinkPending>
          <span data-icon={order ?? 'both'} />
        </LinkPending>
      </Link>
    </th>
  );
}
