import { ColumnHead } from '@/components/admin/column-head';
import { TableRegion } from '@/components/admin/table-region';
import { stampInIndia } from '@/lib/core/moment';
import type { UserRow } from '@/lib/records/rules';
import type { UserFilter } from '@/lib/records/schema';
import { getTranslations } from '@/lib/text/server';
import { Clamped, Email } from './cells';
import { View } from './view';

type Order = Pick<UserFilter, 'sort' | 'dir'>;

type UserTableProps = {
  labelledBy: string;
  rows: readonly UserRow[];
  /** The order, and the address of the same table in another one; a table that is only a part cannot be sorted. */
  sorting?: { order: Order; href: (order: Order) => string };
};

const FIRST = { created: 'desc', name: 'asc', company: 'asc' } as const;

/** Users as administrators scan them (R-ADMIN-09), one row each. */
export function UserTable({ labelledBy, rows, sorting }: UserTableProps) {
  const t = getTranslations('records');
  const head = (sort: UserFilter['sort']) => {
    if (!sorting) return <th scope="col">{t(`column.${sort}`)}</th>;
    const order = sorting.order.sort === sort ? sorting.order.dir : null;
    const dir = order ? (order === 'asc' ? 'desc' : 'asc') : FIRST[sort];
    return (
      <ColumnHead order={order} href={sorting.href({ sort, dir })}>
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
  const t = getTranslations('records');
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
