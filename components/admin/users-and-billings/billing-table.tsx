import type { ReactNode } from 'react';
import { AdoptionLink } from '@/components/admin/adoptions/adoption-link';
import { TypeTag } from '@/components/course/type-tag';
import { BILLING_COLUMNS } from '@/lib/admin/users-and-billings/columns';
import type { BillingRow } from '@/lib/admin/users-and-billings/rules';
import type { BillingFilter } from '@/lib/admin/users-and-billings/schema';
import { COURSE_TYPE_SLUGS } from '@/lib/catalogue/schema';
import { formatDateTime } from '@/lib/core/dates';
import { formatCount } from '@/lib/core/format-count';
import { formatINR } from '@/lib/core/money';
import type { SortOrder } from '@/lib/core/search-params';
import { getTranslator } from '@/lib/i18n/server';
import { Clamped } from './cells';
import { PaymentTag } from './payment-tag';
import { RecordTable } from './record-table';
import { Verified } from './verified';

type BillingOrder = SortOrder<BillingFilter['sort']>;

type BillingTableProps = {
  labelledBy: string;
  rows: readonly BillingRow[];
  order: BillingOrder;
  /** Returns the address of the same table in another order. */
  href: (order: BillingOrder) => string;
};

const t = getTranslator('en', 'usersAndBillings');

/** The cells of a row, in column order. */
const CELLS = {
  reference: ({ reference }) => (
    <th scope="row" className="font-normal whitespace-nowrap tabular-nums">
      <AdoptionLink reference={reference} />
    </th>
  ),
  company: ({ company }) => (
    <td className="name font-semibold">
      <Clamped>{company}</Clamped>
    </td>
  ),
  courses: ({ types }) => (
    <td>
      <ul className="flex w-max max-w-64 flex-wrap gap-x-3 gap-y-1 print:w-auto">
        {types.map(({ courseType, seats }) => (
          <li key={courseType} data-type={COURSE_TYPE_SLUGS[courseType]} className="flex items-center gap-1">
            <TypeTag type={courseType} />
            <span className="leading-tight font-semibold text-type tabular-nums">{formatCount(seats)}</span>
          </li>
        ))}
      </ul>
    </td>
  ),
  seats: ({ seats }) => <td className="figure">{formatCount(seats)}</td>,
  total: ({ totalPaise }) => <td className="figure">{formatINR(totalPaise)}</td>,
  payment: ({ status }) => (
    <td>
      <PaymentTag status={status}>{t(`status.${status}`)}</PaymentTag>
    </td>
  ),
  verified: ({ isVerified }) => (
    <td>
      <Verified is={isVerified}>{t(isVerified ? 'yes' : 'no')}</Verified>
    </td>
  ),
  created: ({ createdAt }) => <td className="tabular-nums">{formatDateTime(createdAt)}</td>,
} satisfies Partial<Record<keyof typeof BILLING_COLUMNS, (row: BillingRow) => ReactNode>>;

/** The table of billings. */
export function BillingTable({ labelledBy, rows, order, href }: BillingTableProps) {
  return (
    <RecordTable
      labelledBy={labelledBy}
      rows={rows}
      columns={BILLING_COLUMNS}
      cells={CELLS}
      heading={(column) => t(`column.${column}`)}
      view={({ id, reference, company }) => ({
        record: { kind: 'billing', id, name: reference },
        whose: `${company}, ${reference}`,
      })}
      sorting={{ order, href }}
    />
  );
}
