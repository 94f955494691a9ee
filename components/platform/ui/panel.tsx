import type { ComponentProps } from 'react';
import { cn } from './cn';

const PANEL =
  'grid gap-4 border border-line bg-surface p-6 max-md:-mx-(--gutter) max-md:border-x-0 max-md:px-(--gutter) max-md:py-4 md:rounded-2';

/** The sheet of the current step; full width on phones. */
export function Panel({ className, ...props }: ComponentProps<'section'>) {
  return <section className={cn(PANEL, className)} {...props} />;
}
