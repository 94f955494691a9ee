import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import { Link } from '@/components/ui/link';
import { LinkPending } from '@/components/ui/link-pending';

type ColumnHeadProps = {
  /** Sorts by this column, or reverses the order. */
  href: string;
  /** The current order if the table is sorted by this column, else null. */
  order: 'asc' | 'desc' | null;
  numeric?: boolean;
  children: ReactNode;
};

const ARIA = { asc: 'ascending', desc: 'descending' } as const;

/** A sortable column header. */
export function ColumnHead({ href, order, numeric, children }: ColumnHeadProps) {
  const Icon = order === null ? ArrowDownUp : order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={order ? ARIA[order] : undefined} className={cn(numeric && 'figure')}>
      <Link
        href={href}
        scroll={false}
        className={cn(
          '-mx-1.5 inline-flex min-h-8 items-center gap-1 px-1.5 no-underline underline-offset-4 hover:underline',
          order ? 'text-ink' : 'text-inherit',
          numeric && 'flex-row-reverse',
        )}
      >
        {children}
        <LinkPending>
          <Icon aria-hidden className={cn('size-3.5 print:hidden', order ?? 'text-ink-3')} />
        </LinkPending>
      </Link>
    </th>
  );
}
