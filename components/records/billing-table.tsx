import { ColumnHead } from '@/components/admin/column-head';
import { TableRegion } from '@/components/admin/table-region';
import { TypeTag } from '@/components/course/type-tag';
import { TYPE_DYE } from '@/lib/catalogue/schema';
import { nextOrder, type Order } from '@/lib/core/address';
import { figure } from '@/lib/core/figure';
import { stampInIndia } from '@/lib/core/moment';
import { formatINR } from '@/lib/core/money';
import type { BillingRow } from '@/lib/records/rules';
import type { BillingFilter } from '@/lib/records/schema';
import { texts } from '@/lib/text/server';
import { Clamped } from './cells';
import { PaymentTag } from './payment-tag';
import { Verified } from './verified';
import { View } from './view';

type BillingOrder = Order<BillingFilter['sort']>;

type BillingTableProps = {
  labelledBy: string;
  rows: readonly BillingRow[];
  order: BillingOrder;
  /** The address of the same table in another order. */
  href: (order: BillingOrder) => string;
};

const LARGEST_FIRST = ['created', 'total', 'seats'] as const satisfies readonly BillingFilter['sort'][];

/** Billings as administrators scan them (R-ADMIN-10, R-ADMIN-17, R-ADMIN-18), one row each. */
export function BillingTable({ labelledBy, rows, order, href }: BillingTableProps) {
  const t = texts('en', 'records');
  const sortable = (sort: BillingFilter['sort']) => ({
    order: order.sort === sort ? order.dir : null,
    href: href(nextOrder(order, sort, LARGEST_FIRST)),
  });
  return (
    <TableRegion labelledBy={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{t('column.reference')}</th>
          <ColumnHead {...sortable('company')}>{t('column.company')}</ColumnHead>
          <th scope="col">{t('column.courses')}</th>
          <ColumnHead {...sortable('seats')} figure>
            {t('column.seats')}
          </ColumnHead>
          <ColumnHead {...sortable('total')} figure>
            {t('column.total')}
          </ColumnHead>
          <th scope="col">{t('column.payment')}</th>
          <th scope="col">{t('column.verified')}</th>
          <ColumnHead {...sortable('created')}>{t('column.created')}</ColumnHead>
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

function Row({
  row: { id, reference, company, types, seats, totalPaise, status, isVerified, createdAt },
}: {
  row: BillingRow;
}) {
  const t = texts('en', 'records');
  return (
    <tr>
      <th scope="row" className="font-normal whitespace-nowrap tabular-nums">
        {reference}
      </th>
      <td className="name font-semibold">
        <Clamped>{company}</Clamped>
      </td>
      <td>
        <ul className="flex w-max max-w-64 flex-wrap gap-x-3 gap-y-1 print:w-auto">
          {types.map(({ courseType, seats: ofType }) => (
            <li key={courseType} data-type={TYPE_DYE[courseType]} className="flex items-center gap-1">
              <TypeTag type={courseType} />
              <span className="leading-tight font-semibold text-type tabular-nums">{figure(ofType)}</span>
            </li>
          ))}
        </ul>
      </td>
      <td className="figure">{figure(seats)}</td>
      <td className="figure">{formatINR(totalPaise)}</td>
      <td>
        <PaymentTag status={status}>{t(`status.${status}`)}</PaymentTag>
      </td>
      <td>
        <Verified is={isVerified}>{t(isVerified ? 'yes' : 'no')}</Verified>
      </td>
      <td className="tabular-nums">{stampInIndia(createdAt)}</td>
      <td className="actions">
        <View record={{ kind: 'billing', id, name: reference }} whose={`${company}, ${reference}`} />
      </td>
    </tr>
  );
}
