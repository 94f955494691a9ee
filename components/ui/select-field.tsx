import { useId, type ComponentProps } from 'react';
import { cn } from './cn';

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id'> & { label: string };

/** A labelled native select; its options are the children. */
export function SelectField({ label, className, children, ...props }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={cn('grid content-start gap-1', className)}>
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      <select
        id={id}
        className="min-h-12 w-full rounded-2 border-[1.5px] border-control bg-surface px-3 py-2 text-body leading-snug text-ink hover:border-ink focus-visible:border-focus focus-visible:outline-offset-0 disabled:border-line disabled:bg-sunken disabled:text-ink-2"
        {...props}
      >
        {children}
      </select>
    </div>
  );
}
