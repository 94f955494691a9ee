import { Clamped } from '@/components/admin/users-and-billings/cells';
import type { Column } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import type { ListedAdoption } from '@/lib/adoption/core/listed-adoption';
import { adoptionHref } from './adoption-link';

/** The order number stands below the reference. */
type Shown = Exclude<keyof ListedAdoption, 'orderNumber'>;

/**
 * Returns the columns that every list of adoptions begins with.
 * @param titles of the columns, in the order of the table
 */
export const listedColumns = (titles: Record<Shown, string>) =>
  ({
    reference: {
      title: titles.reference,
      as: 'digits',
      cell: ({ reference, orderNumber }) => (
        <>
          <Link href={adoptionHref(reference)}>{reference}</Link>
          {orderNumber !== null && <Clamped>{orderNumber}</Clamped>}
        </>
      ),
    },
    company: {
      title: titles.company,
      as: 'name',
      sort: 'company',
      // The page of the adoption leads to the company: a link in each row would weigh as much as the row.
      cell: ({ company }) => <Clamped>{company}</Clamped>,
    },
  }) satisfies Record<Shown, Column<ListedAdoption>>;
