import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn';

type DisclosureProps = ComponentProps<'details'> & {
  summary: ReactNode;
  /** Whether the summary is set small. */
  small?: boolean;
};

/** Content below a summary that unfolds it, also without JavaScript. */
export function Disclosure({ summary, small = false, className, children, ...props }: DisclosureProps) {
  return (
    <details className={cn('group', className)} {...props}>
      <summary
        className={cn(
          'inline-flex min-h-tap cursor-pointer list-none items-center gap-1.5 font-semibold text-link hover:underline [&::-webkit-details-marker]:hidden',
          small && 'text-small',
        )}
      >
        {summary}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 transition-transform duration-(--calm) group-open:rotate-180 print:hidden"
        />
      </summary>
      {children}
    </details>
  );
}
