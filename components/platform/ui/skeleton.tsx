import type { ComponentProps } from 'react';
import { cn } from './cn';

/** A loading placeholder; give it the size of the content, so that nothing shifts. */
export function Skeleton({ className, ...props }: ComponentProps<'span'>) {
  return <span aria-hidden className={cn('skeleton inline-block', className)} {...props} />;
}
