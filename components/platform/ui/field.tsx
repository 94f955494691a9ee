import { CircleAlert } from 'lucide-react';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { cn } from './cn';

/** A styled text input; `aria-invalid` turns it crimson, `tight` is for short numbers. */
export function Input({ tight, className, ...props }: ComponentProps<'input'> & { tight?: boolean }) {
  return <input className={cn('input', tight && 'px-1 text-center', className)} {...props} />;
}

type LabelledProps = {
  label: string;
  hint?: ReactNode;
  error?: string;
  className?: string;
  /** Renders the field with these attributes. */
  children: (attributes: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby'>) => ReactNode;
};

/** A field with its label above, hint and error below, associated for screen readers. */
export function Labelled({ label, hint, error, className, children }: LabelledProps) {
  const id = useId();
  return (
    <div className={cn('grid grid-cols-[minmax(0,1fr)] content-start gap-1', className)}>
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': cn(hint && `${id}-hint`, error && `${id}-error`) || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-cap text-ink-2">
          {hint}
        </p>
      )}
      {error && <FieldProblem id={`${id}-error`}>{error}</FieldProblem>}
    </div>
  );
}

type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'prefix'> & {
  label: string;
  hint?: string;
  error?: string;
  /** Stands in the field before what is typed, such as a country code. */
  prefix?: string;
};

/** A labelled input. */
export function Field({ label, hint, error, prefix, className, ...props }: FieldProps) {
  return (
    <Labelled label={label} hint={hint} error={error} className={className}>
      {({ id, 'aria-describedby': describedBy, ...attributes }) => (
        <div className="relative">
          {prefix && (
            <span
              id={`${id}-prefix`}
              className="pointer-events-none absolute inset-y-0 start-3 flex items-center text-ink-2 tabular-nums"
            >
              {prefix}
            </span>
          )}
          <Input
            id={id}
            aria-describedby={cn(prefix && `${id}-prefix`, describedBy) || undefined}
            className={prefix && 'ps-12'}
            {...attributes}
            {...props}
          />
        </div>
      )}
    </Labelled>
  );
}

/** The error message under a field. */
export function FieldProblem({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-small leading-snug font-semibold text-error">
      <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      {children}
    </p>
  );
}
