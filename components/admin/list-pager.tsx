import { Pager } from '@/components/platform/ui/pager';
import type { List } from '@/lib/platform/list';
import { ScrollToTable } from './scroll-to-table';

type ListPagerProps = {
  list: List;
  filter: Readonly<Record<string, string | undefined>>;
  /** The shown page and the number of pages. */
  found: { page: number; pages: number };
  /** The id of the table's heading. */
  section: string;
  label: string;
};

/** The links to the pages of a list. */
export function ListPager({ list, filter, found: { page, pages }, section, label }: ListPagerProps) {
  return (
    <>
      <Pager label={label} page={page} pages={pages} href={(number) => `${list.href(filter, number)}#${section}`} />
      <ScrollToTable section={section} turn={list.query(filter, page)} />
    </>
  );
}
