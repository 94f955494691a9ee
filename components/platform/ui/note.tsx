import { CircleAlert, CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn';

const kinds = {
  error: 'bg-error-tint text-error',
  ok: 'bg-ok-tint text-ok',
  warn: 'bg-warn-tint text-warn',
  time: 'bg-warn-tint text-warn',
};

const icons = { error: CircleAlert, ok: CircleCheck, warn: TriangleAlert, time: Clock };

/**
 * A message that stays on the page: colour, icon and text; `time` is for something that expired or is pending. Errors
 * are announced as alerts, others politely.
 */
export function Note({
  kind = 'error',
  className,
  children,
  ...props
}: ComponentProps<'div'> & { kind?: keyof typeof kinds }) {
  const Icon = icons[kind];
  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      className={cn(
        'flex gap-3 rounded-2 border-[1.5px] px-4 py-3 text-small [&>svg]:size-5 [&>svg]:shrink-0',
        kinds[kind],
        className,
      )}
      {...props}
    >
      <Icon aria-hidden />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}
