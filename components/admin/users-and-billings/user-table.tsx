import type { ReactNode } from 'react';
import { USER_COLUMNS } from '@/lib/admin/users-and-billings/columns';
import type { UserRow } from '@/lib/admin/users-and-billings/rules';
import type { UserFilter } from '@/lib/admin/users-and-billings/schema';
import { formatDateTime } from '@/lib/core/dates';
import type { SortOrder } from '@/lib/core/search-params';
import { getTranslator } from '@/lib/i18n/server';
import { Clamped, Email } from './cells';
import { RecordTable } from './record-table';

type UserOrder = SortOrder<UserFilter['sort']>;

type UserTableProps = {
  labelledBy: string;
  rows: readonly UserRow[];
  /** See RecordTable. */
  sorting?: { order: UserOrder; href: (order: UserOrder) => string };
};

const t = getTranslator('en', 'usersAndBillings');

const name = (text: string | null) => (
  <td className="name">
    <Clamped>{text ?? ''}</Clamped>
  </td>
);

/** The cells of a row, in column order. */
const CELLS = {
  name: ({ fullName }) => (
    <th scope="row" className="name">
      <Clamped>{fullName}</Clamped>
    </th>
  ),
  company: ({ company }) => name(company),
  designation: ({ designation }) => name(designation),
  industry: ({ industry }) => name(industry),
  email: ({ email }) => (
    <td className="name">
      <Email>{email}</Email>
    </td>
  ),
  phone: ({ phone }) => <td className="tabular-nums">{phone}</td>,
  kind: ({ kind, owner }) => (owner === null ? <td>{t(`kind.${kind}`)}</td> : name(t('kind.colleague', { owner }))),
  created: ({ createdAt }) => <td className="tabular-nums">{formatDateTime(createdAt)}</td>,
} satisfies Partial<Record<keyof typeof USER_COLUMNS, (row: UserRow) => ReactNode>>;

/** The table of users. */
export function UserTable({ labelledBy, rows, sorting }: UserTableProps) {
  return (
    <RecordTable
      labelledBy={labelledBy}
      rows={rows}
      columns={USER_COLUMNS}
      cells={CELLS}
      heading={(column) => t(`column.${column}`)}
      view={({ id, fullName, company }) => ({
        record: { kind: 'user', id, name: fullName },
        whose: `${fullName}, ${company}`,
      })}
      sorting={sorting}
    />
  );
}
