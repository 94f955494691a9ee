import { CompanyLink } from '@/components/admin/companies/company-link';
import { Clamped } from '@/components/admin/users-and-billings/cells';
import type { Column } from '@/components/platform/ui/data-table';
import { Link } from '@/components/platform/ui/link';
import type { ListedAdoption } from '@/lib/adoption/core/listed-adoption';
import { adoptionHref } from './adoption-link';

/** The order number stands below the reference; the name of the company leads to its page. */
type Shown = Exclude<keyof ListedAdoption, 'orderNumber' | 'groupId'>;

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
      cell: (adoption) => <CompanyLink {...adoption} />,
    },
  }) satisfies Record<Shown, Column<ListedAdoption>>;
