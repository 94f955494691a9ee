import { ColumnHead } from '@/components/admin/column-head';
import { TableRegion } from '@/components/admin/table-region';
import { nextOrder, type Order } from '@/lib/core/address';
import { stampInIndia } from '@/lib/core/moment';
import type { UserRow } from '@/lib/records/rules';
import type { UserFilter } from '@/lib/records/schema';
import { texts } from '@/lib/text/server';
import { Clamped, Email } from './cells';
import { View } from './view';

type UserOrder = Order<UserFilter['sort']>;

type UserTableProps = {
  labelledBy: string;
  rows: readonly UserRow[];
  /** The order, and the address of the same table in another one; a table that is only a part cannot be sorted. */
  sorting?: { order: UserOrder; href: (order: UserOrder) => string };
};

const LARGEST_FIRST = ['created'] as const satisfies readonly UserFilter['sort'][];

/** Users as administrators scan them (R-ADMIN-09), one row each. */
export function UserTable({ labelledBy, rows, sorting }: UserTableProps) {
  const t = texts('en', 'records');
  const head = (sort: UserFilter['sort']) => {
    if (!sorting) return <th scope="col">{t(`column.${sort}`)}</th>;
    const { order, href } = sorting;
    return (
      <ColumnHead order={order.sort === sort ? order.dir : null} href={href(nextOrder(order, sort, LARGEST_FIRST))}>
        {t(`column.${sort}`)}
      </ColumnHead>
    );
  };
  return (
    <TableRegion labelledBy={labelledBy}>
      <thead>
        <tr>
          {head('name')}
          {head('company')}
          {(['designation', 'industry', 'email', 'phone', 'kind'] as const).map((column) => (
            <th key={column} scope="col">
              {t(`column.${column}`)}
            </th>
          ))}
          {head('created')}
          <th scope="col" className="actions">
            <span className="sr-only">{t('column.details')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </TableRegion>
  );
}

function Row({ row }: { row: UserRow }) {
  const t = texts('en', 'records');
  return (
    <tr>
      <th scope="row" className="name">
        <Clamped>{row.fullName}</Clamped>
      </th>
      {[row.company, row.designation, row.industry ?? ''].map((text, index) => (
        <td key={index} className="name">
          <Clamped>{text}</Clamped>
        </td>
      ))}
      <td className="name">
        <Email>{row.email}</Email>
      </td>
      <td className="tabular-nums">{row.phone}</td>
      <td>{t(`kind.${row.kind}`)}</td>
      <td className="tabular-nums">{stampInIndia(row.createdAt)}</td>
      <td className="actions">
        <View record={{ kind: 'user', id: row.id, name: row.fullName }} whose={`${row.fullName}, ${row.company}`} />
      </td>
    </tr>
  );
}
