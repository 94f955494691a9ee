import { useId, type ComponentProps } from 'react';
import { FieldProblem } from '@/components/ui/field';

type Props = Omit<ComponentProps<'textarea'>, 'id'> & { label: string; hint?: string; error?: string };

/** A labelled text field of several lines, in the style of Field. */
export function TextArea({ label, hint, error, ...props }: Props) {
  const id = useId();
  return (
    <div className="grid w-full grid-cols-[minmax(0,1fr)] content-start gap-1">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        rows={2}
        aria-invalid={error ? true : undefined}
        aria-describedby={[hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined}
        className="w-full rounded-2 border-[1.5px] border-control bg-surface px-3 py-2 text-body leading-snug text-ink hover:border-ink focus-visible:border-focus focus-visible:outline-offset-0 aria-invalid:border-2 aria-invalid:border-error aria-invalid:bg-error-tint"
        {...props}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-cap text-ink-2">
          {hint}
        </p>
      )}
      {error && <FieldProblem id={`${id}-error`}>{error}</FieldProblem>}
    </div>
  );
}
