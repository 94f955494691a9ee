import type { ComponentProps } from 'react';
import { Labelled } from './field';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & { label: string; hint?: string; error?: string };

/** A labelled text field of several lines. */
export function TextArea({ label, hint, error, ...props }: TextAreaProps) {
  return (
    <Labelled label={label} hint={hint} error={error} className="w-full">
      {(attributes) => (
        <textarea
          rows={2}
          className="w-full rounded-2 border-[1.5px] border-control bg-surface px-3 py-2 text-body leading-snug text-ink hover:border-ink focus-visible:border-focus focus-visible:outline-offset-0 aria-invalid:border-2 aria-invalid:border-error aria-invalid:bg-error-tint"
          {...attributes}
          {...props}
        />
      )}
    </Labelled>
  );
}
