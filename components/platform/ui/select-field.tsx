import type { ComponentProps } from 'react';
import { Labelled } from './field';

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id'> & { label: string; error?: string };

/** A labelled native select; its options are the children. */
export function SelectField({ label, error, className, children, ...props }: SelectFieldProps) {
  return (
    <Labelled label={label} error={error} className={className}>
      {(attributes) => (
        <select className="input" {...attributes} {...props}>
          {children}
        </select>
      )}
    </Labelled>
  );
}
