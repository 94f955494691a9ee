import { useId, type ComponentProps } from 'react';
import { FieldProblem } from '@/components/ui/field';

type Props = Omit<ComponentProps<'textarea'>, 'id'> & { label: string; error?: string };

/** A labelled text field of several lines, in the style of Field. */
export function TextArea({ label, error, ...props }: Props) {
  const id = useId();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        rows={2}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && `${id}-error`}
        className="w-full rounded-2 border-[1.5px] border-control bg-surface px-3 py-2 text-body leading-snug text-ink hover:border-ink focus-visible:border-focus focus-visible:outline-offset-0 aria-invalid:border-2 aria-invalid:border-error aria-invalid:bg-error-tint"
        {...props}
      />
      {error && <FieldProblem id={`${id}-error`}>{error}</FieldProblem>}
    </div>
  );
}
