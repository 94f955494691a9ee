'use client';

import { useSyncExternalStore, type CSSProperties, type Key, type ReactNode } from 'react';
import type { SortOrder } from '@/lib/platform/search-params';
import { cn } from './cn';
import { Link } from './link';
import { LinkPending } from './link-pending';
import { PageCheckbox } from './row-selection';
import './status-tag.css';

/** A column without its cells. */
export type SheetColumn = {
  title: string;
  /** Its name in the address, if it can be left out. */
  name?: string;
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
  const roles = useSyncExternalStore(watchCards, areCards, () => false) ? ROLES : NO_ROLES;
  return (
    <div role="region" aria-labelledby={labelledBy} tabIndex={0} className="sheet">
      <table
        role={roles.table}
        aria-labelledby={labelledBy}
        data-sticky={sticky || undefined}
        style={headsOf(columns, boxes ? 2 : 1)}
      >
        {caption && (
          <caption id={labelledBy} className="sr-only">
            {caption}
          </caption>
        )}
        <thead role={roles.group}>
          <tr role={roles.row}>
            {boxes && (
              <td role={roles.cell} className="box">
                <PageCheckbox />
              </td>
            )}
            {columns.map((column) => (
              <ColumnHead key={column.title} column={column} sorting={sorting} role={roles.columnHead} />
            ))}
          </tr>
        </thead>
        <tbody role={roles.group}>
          {rows.map(([key, ...cells], index) => (
            <SheetRow key={key} roles={roles} columns={columns} cells={cells} box={boxes?.[index]} />
          ))}
        </tbody>
        {sums && (
          <tfoot role={roles.group}>
            <SheetRow roles={roles} columns={columns} cells={sums} box={boxes && null} />
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** Where the rows are cards (data-table.css), since `display` removes the roles of a table in some browsers. */
const ROLES = {
  table: 'table',
  group: 'rowgroup',
  row: 'row',
  columnHead: 'columnheader',
  rowHead: 'rowheader',
  cell: 'cell',
} as const;
type Roles = { [Part in keyof typeof ROLES]?: (typeof ROLES)[Part] };
/** A page of the server has none: they would be a twentieth of its weight. */
const NO_ROLES: Roles = {};

/** The condition of the style sheet. */
const CARDS = 'screen and (width < 48rem)';
const areCards = () => matchMedia(CARDS).matches;
function watchCards(tell: () => void) {
  const query = matchMedia(CARDS);
  query.addEventListener('change', tell);
  return () => query.removeEventListener('change', tell);
}

/** Names the columns for the cells of cards, whose style sheet has these properties. `first`: the number of the first column. */
const headsOf = (columns: readonly SheetColumn[], first: number) =>
  Object.fromEntries(
    columns.map(({ title }, index) => [`--head-${index + first}`, JSON.stringify(title)]),
  ) as CSSProperties;

/** `box`: undefined in a table without checkboxes. */
type SheetRowProps = { roles: Roles; columns: readonly SheetColumn[]; cells: readonly ReactNode[]; box: ReactNode };

function SheetRow({ roles, columns, cells, box }: SheetRowProps) {
  return (
    <tr role={roles.row}>
      {box !== undefined && (
        <td role={roles.cell} className="box">
          {box}
        </td>
      )}
      {columns.map((column, index) => {
        const className = cn(column.as, column.className) || undefined;
        return index === 0 ? (
          <th key={column.title} role={roles.rowHead} scope="row" className={className}>
            {cells[index]}
          </th>
        ) : (
          <td key={column.title} role={roles.cell} className={className}>
            {cells[index]}
          </td>
        );
      })}
    </tr>
  );
}

const ARIA = { asc: 'ascending', desc: 'descending' } as const;

type ColumnHeadProps = { column: SheetColumn; sorting: Sorting | undefined; role: Roles['columnHead'] };

function ColumnHead({ column: { title, as, sort }, sorting, role }: ColumnHeadProps) {
  const numeric = as === 'figure' && 'figure';
  const href = sort && sorting?.hrefs[sort];
  if (as === 'actions')
    return (
      <th role={role} scope="col" className="actions">
        <span className="sr-only">{title}</span>
      </th>
    );
  if (!href)
    return (
      <th role={role} scope="col" className={cn(numeric)}>
        {title}
      </th>
    );
  const order = sorting.order.sort === sort ? sorting.order.dir : null;
  return (
    <th role={role} scope="col" aria-sort={order ? ARIA[order] : undefined} className={cn(numeric)}>
      <Link href={href} scroll={false}>
        {title}
        <LinkPending>
          <span data-icon={order ?? 'both'} />
        </LinkPending>
      </Link>
    </th>
  );
}
