import type { ComponentProps } from 'react';
import { cn } from '@/components/ui/cn';

/** The content of a dashboard page in its usual measures, below the `<main>` of the layout; a page with a map brings its own. */
export function DashboardPage({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('grid w-full max-w-288 content-start gap-5 px-gutter py-8', className)} {...props} />;
}
