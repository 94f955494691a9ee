import { Fragment, type ReactNode } from 'react';
import { ColumnHead } from '@/components/admin/column-head';
import { TableRegion } from '@/components/admin/table-region';
import type { Column } from '@/lib/admin/users-and-billings/columns';
import { toggleSort, type SortOrder } from '@/lib/core/search-params';
import { getTranslator } from '@/lib/i18n/server';
import type { RecordRef } from './record-ref';
import { RecordDialog } from './record-dialog';

type RecordTableProps<Name extends string, Sort extends string, Row> = {
  labelledBy: string;
  rows: readonly Row[];
  /** The columns, and the cells of the shown ones in order: each a `<td>`, the first a `<th scope="row">`. */
  columns: Record<NoInfer<Name | Sort>, Column>;
  cells: Record<Name, (row: Row) => ReactNode>;
  heading: (name: NoInfer<Name>) => string;
  /** The record that 'View' of a row opens, and the accessible name of its owner. */
  view: (row: Row) => { record: RecordRef; whose: string };
  /**
   * The order, and the address of the same table in another order; omit it for a partial table, which cannot be sorted.
   */
  sorting?: { order: SortOrder<Sort>; href: (order: SortOrder<Sort>) => string };
};

/** A table of users or billings with sortable headers. */
export function RecordTable<Name extends string, Sort extends string, Row>(props: RecordTableProps<Name, Sort, Row>) {
  const { labelledBy, rows, columns, cells, heading, view, sorting } = props;
  const names = Object.keys(cells) as Name[];
  const head = (name: Name) => {
    const { first, isFigure } = columns[name];
    if (!sorting || !first) return <th scope="col">{heading(name)}</th>;
    const { order, href } = sorting;
    const sort = name as string as Sort;
    return (
      <ColumnHead
        numeric={isFigure}
        order={order.sort === sort ? order.dir : null}
        href={href(toggleSort(order, sort, first === 'desc' ? [sort] : []))}
      >
        {heading(name)}
      </ColumnHead>
    );
  };
  return (
    <TableRegion labelledBy={labelledBy}>
      <thead>
        <tr>
          {names.map((name) => (
            <Fragment key={name}>{head(name)}</Fragment>
          ))}
          <th scope="col" className="actions">
            <span className="sr-only">{getTranslator('en', 'usersAndBillings')('column.details')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { record, whose } = view(row);
          return (
            <tr key={record.id}>
              {names.map((name) => (
                <Fragment key={name}>{cells[name](row)}</Fragment>
              ))}
              <td className="actions">
                <RecordDialog record={record} whose={whose} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </TableRegion>
  );
}
