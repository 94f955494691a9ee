import type { ComponentProps } from 'react';
import { Labelled } from './field';

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id'> & { label: string; error?: string };

/** A labelled native select; its options are the children. */
export function SelectField({ label, error, className, children, ...props }: SelectFieldProps) {
  return (
    <Labelled label={label} error={error} className={className}>
      {(attributes) => (
        <select
          className="min-h-12 w-full rounded-2 border-[1.5px] border-control bg-surface px-3 py-2 text-body leading-snug text-ink hover:border-ink focus-visible:border-focus focus-visible:outline-offset-0 disabled:border-line disabled:bg-sunken disabled:text-ink-2"
          {...attributes}
          {...props}
        >
          {children}
        </select>
      )}
    </Labelled>
  );
}
