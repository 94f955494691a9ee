import type { ReactNode } from 'react';
import { EmptyState } from '@/components/platform/ui/empty-state';
import type { List } from '@/lib/platform/list';
import { ListPager } from './list-pager';
import { AdminSection } from './section';

type ListSectionProps = {
  list: List;
  filter: Readonly<Record<string, string | undefined>>;
  /** The shown page, the number of pages, and that of all rows that match. */
  found: { page: number; pages: number; total: number };
  /** The id of the heading; pass it to `<DataTable labelledBy>`. */
  id: string;
  title: string;
  /** Says how many rows match. */
  note: string;
  /** The label of the links to the pages. */
  pages: string;
  /** What stands there without a row. */
  empty: { title: string; text: string };
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  /** What stands above the rows, and without a row, too. */
  head?: ReactNode;
  /** The rows. */
  children: ReactNode;
};

/** A list of an administrator's page with its number of rows and the links to its pages; its filters stand above it. */
export function ListSection(props: ListSectionProps) {
  const { list, filter, found, id, title, note, pages, empty, actions, head, children } = props;
  const shown = found.total === 0 ? <EmptyState {...empty} /> : children;
  return (
    <AdminSection id={id} title={title} note={<span role="status">{note}</span>} actions={actions}>
      {head}
      {shown}
      <ListPager list={list} filter={filter} found={found} section={id} label={pages} />
    </AdminSection>
  );
}
