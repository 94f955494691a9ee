import type { Key, ReactNode } from 'react';
import './data-table.css';
import { DataSheet, type SheetColumn, type SheetProps } from './data-sheet';
import { RowCheckbox } from './row-selection';

export type { Sorting } from './data-sheet';

/** A column of a table. */
export type Column<Row> = SheetColumn & {
  cell: (row: Row) => ReactNode;
  /** Its cell in the last row, which sums up the others. */
  sum?: ReactNode;
};

/** The columns of a table; others than objects are left out. */
export type Columns<Row> = readonly (Column<Row> | false | '' | undefined)[];

/** Rows that can be chosen, in a table within a `RowSelection`; null is a row that cannot be. */
type Selectable<Row> = (row: Row) => {
  /** What RowSelection has among its `values`. */
  value: string;
  /** The accessible name of its checkbox: what choosing it is for, and which row it is. */
  label: string;
} | null;

export type DataTableProps<Row> = SheetProps & {
  /** The first column heads its rows. */
  columns: Columns<Row>;
  rows: readonly Row[];
  rowKey: (row: Row) => Key;
  /** Puts checkboxes before the first column, if a row can be chosen. */
  selection?: Selectable<Row> | false;
  /** Shown in place of a table without rows. */
  none?: ReactNode;
};

/**
 * A table like a spreadsheet: grid lines, rows of 42 px, sticky header and first column; on a phone a card for each row. Overflow
 * scrolls inside its region, also by keyboard; the page never scrolls sideways. Printed in full. A page of the server carries its cells alone.
 */
export function DataTable<Row>({ columns: given, rows, rowKey, selection, none, ...sheet }: DataTableProps<Row>) {
  const columns = given.filter((column): column is Column<Row> => Boolean(column));
  const boxes = selection ? rows.map(selection) : [];
  if (rows.length === 0 && none !== undefined)
    return typeof none === 'string' ? <p className="text-small text-ink-2">{none}</p> : none;
  return (
    <DataSheet
      {...sheet}
      columns={columns.map(({ cell: _cell, sum: _sum, ...column }) => column)}
      rows={rows.map((row) => [rowKey(row), ...columns.map(({ cell }) => cell(row) ?? null)])}
      boxes={boxes.some(Boolean) ? boxes.map((box) => box && <RowCheckbox key={box.value} {...box} />) : undefined}
      sums={columns.some(({ sum }) => sum !== undefined) ? columns.map(({ sum }) => sum ?? null) : undefined}
    />
  );
}
