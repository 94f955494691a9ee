import type { ComponentProps } from 'react';
import { cn } from './cn';

/** A place where something is loading; give it the size of what will stand there, so that nothing jumps. */
export function Skeleton({ className, ...props }: ComponentProps<'span'>) {
  return <span aria-hidden className={cn('skeleton inline-block', className)} {...props} />;
}
