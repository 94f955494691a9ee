import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react';
import { type Key, type ReactNode } from 'react';
import type { SortOrder } from '@/lib/platform/search-params';
import { cn } from './cn';
import './data-table.css';
import { Link } from './link';
import { LinkPending } from './link-pending';

/** A column of a table. */
export type Column<Row> = {
  title: string;
  cell: (row: Row) => ReactNode;
  /**
   * How its cells are set: numbers at the end, names and long texts in several lines, times and references with digits
   * of one width, or buttons at the end of a row, whose title is hidden.
   */
  as?: 'figure' | 'name' | 'long' | 'digits' | 'actions';
  /** More classes of its cells. */
  className?: string;
  /** Its name in the address, if the table can be sorted by it. */
  sort?: string;
  /** Its cell in the last row, which sums up the others. */
  sum?: ReactNode;
};

/** The columns of a table; others than objects are left out. */
export type Columns<Row> = readonly (Column<Row> | false | '' | undefined)[];

/** The order of a table, and for each sortable column the address of the order that a click on its head leads to. */
export type Sorting = {
  order: SortOrder;
  hrefs: Readonly<Record<string, string>>;
};

export type DataTableProps<Row> = {
  /** The id of the heading that labels the table. */
  labelledBy: string;
  /** The first column heads its rows. */
  columns: Columns<Row>;
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** Shown in place of a table without rows. */
  none?: ReactNode;
  /** Omit it for a table that cannot be sorted, such as the first rows of a longer one. */
  sorting?: Sorting | undefined;
  /** Whether the first column sticks while the rest scrolls sideways. */
  sticky?: boolean;
  /** A hidden caption, in place of a heading; it gets the id. */
  caption?: string;
};

/**
 * A table like a spreadsheet: grid lines, rows of 42 px, sticky header and first column. Overflow scrolls inside its
 * region, also by keyboard; the page never scrolls sideways. Printed in full.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { labelledBy, rows, rowKey, none, sorting, sticky = true, caption } = props;
  const columns = props.columns.filter((column): column is Column<Row> => Boolean(column));
  if (rows.length === 0 && none !== undefined)
    return typeof none === 'string' ? <p className="text-small text-ink-2">{none}</p> : none;
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
            {columns.map((column) => (
              <ColumnHead key={column.title} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} columns={columns} cell={(column) => column.cell(row)} />
          ))}
        </tbody>
        {columns.some(({ sum }) => sum !== undefined) && (
          <tfoot>
            <TableRow columns={columns} cell={({ sum }) => sum} />
          </tfoot>
        )}
      </table>
    </div>
  );
}

type TableRowProps<Row> = { columns: readonly Column<Row>[]; cell: (column: Column<Row>) => ReactNode };

function TableRow<Row>({ columns, cell }: TableRowProps<Row>) {
  return (
    <tr>
      {columns.map((column, index) => {
        // Without an element or an empty class per cell: a page carries each cell twice, as HTML and as data.
        const className = cn(column.as, column.className) || undefined;
        return index === 0 ? (
          <th key={column.title} scope="row" className={className}>
            {cell(column)}
          </th>
        ) : (
          <td key={column.title} className={className}>
            {cell(column)}
          </td>
        );
      })}
    </tr>
  );
}

const ARIA = { asc: 'ascending', desc: 'descending' } as const;

function ColumnHead<Row>({
  column: { title, as, sort },
  sorting,
}: {
  column: Column<Row>;
  sorting?: Sorting | undefined;
}) {
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
  const Icon = order === null ? ArrowDownUp : order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={order ? ARIA[order] : undefined} className={cn(numeric)}>
      <Link
        href={href}
        scroll={false}
        className={cn(
          '-mx-1.5 inline-flex min-h-8 items-center gap-1 px-1.5 no-underline underline-offset-4 hover:underline',
          order ? 'text-ink' : 'text-inherit',
          numeric && 'flex-row-reverse',
        )}
      >
        {title}
        <LinkPending>
          <Icon aria-hidden className={cn('size-3.5 print:hidden', order ?? 'text-ink-3')} />
        </LinkPending>
      </Link>
    </th>
  );
}
