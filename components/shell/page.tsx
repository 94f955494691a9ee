import type { ComponentProps } from 'react';
import { cn } from '@/components/ui/cn';

type DashboardPageProps = ComponentProps<'div'> & {
  /** For one column of steps. */
  narrow?: boolean;
  /** For several sections, with more room between them. */
  loose?: boolean;
};

/** The content of a dashboard page in its usual measures, below the `<main>` of the layout; a page with a map brings its own. */
export function DashboardPage({ narrow, loose, className, ...props }: DashboardPageProps) {
  return (
    <div
      className={cn(
        'grid w-full content-start px-gutter py-8',
        narrow ? 'max-w-256' : 'max-w-288',
        loose ? 'gap-8' : 'gap-5',
        className,
      )}
      {...props}
    />
  );
}
