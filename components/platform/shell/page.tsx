import type { ComponentProps } from 'react';
import { cn } from '@/components/platform/ui/cn';

type DashboardPageProps = ComponentProps<'div'> & {
  /** For a single column. */
  narrow?: boolean;
  /** For several sections, with more space between them. */
  loose?: boolean;
};

/**
 * The content of a dashboard page with the usual spacing, inside the layout's `<main>`; pages with a map set their own.
 */
export function DashboardPage({ narrow, loose, className, ...props }: DashboardPageProps) {
  return (
    <div
      className={cn(
        'grid w-full grid-cols-1 content-start px-gutter py-8',
        narrow ? 'max-w-256' : 'max-w-288',
        loose ? 'gap-8' : 'gap-5',
        className,
      )}
      {...props}
    />
  );
}
