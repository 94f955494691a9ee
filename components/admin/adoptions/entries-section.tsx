import type { ReactNode } from 'react';
import { AdminSection } from '@/components/admin/section';
import { TableRegion } from '@/components/admin/table-region';

type EntriesSectionProps = {
  id: string;
  title: string;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  /** The text in place of a table without rows. */
  none: string;
  /** The headings of the columns, those of numbers as `figure`. */
  columns: readonly (string | { figure: string })[];
  /** The hidden heading of a last column with buttons. */
  buttons?: string;
  /** The rows. */
  children: readonly ReactNode[];
  /** What follows the table. */
  after?: ReactNode;
};

/** A section with a table of the entries of an adoption, or a text if there are none. */
export function EntriesSection({ id, title, actions, none, columns, buttons, children, after }: EntriesSectionProps) {
  return (
    <AdminSection id={id} title={title} actions={actions}>
      {children.length === 0 ? (
        <p className="text-small text-ink-2">{none}</p>
      ) : (
        <TableRegion labelledBy={id}>
          <thead>
            <tr>
              {columns.map((column) => {
                const label = typeof column === 'string' ? column : column.figure;
                return (
                  <th key={label} scope="col" className={label === column ? undefined : 'figure'}>
                    {label}
                  </th>
                );
              })}
              {buttons && (
                <th scope="col" className="actions">
                  <span className="sr-only">{buttons}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </TableRegion>
      )}
      {after}
    </AdminSection>
  );
}
