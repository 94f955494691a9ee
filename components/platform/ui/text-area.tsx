import type { ComponentProps } from 'react';
import { Labelled } from './field';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & { label: string; hint?: string; error?: string };

/** A labelled text field of several lines. */
export function TextArea({ label, hint, error, ...props }: TextAreaProps) {
  return (
    <Labelled label={label} hint={hint} error={error} className="w-full">
      {(attributes) => <textarea rows={2} className="input" {...attributes} {...props} />}
    </Labelled>
  );
}
