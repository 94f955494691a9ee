'use client';

import { ArrowBigUpDash, Eye, EyeOff } from 'lucide-react';
import { useId, useState, type ComponentProps, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { cn } from '@/components/platform/ui/cn';
import { FieldProblem, Input } from '@/components/platform/ui/field';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  label: string;
  hint?: ReactNode;
  error?: string;
};

/** A password field with a show button, a hint, and a warning when Caps Lock is on. */
export function PasswordField({ label, hint, error, ...props }: PasswordFieldProps) {
  const t = useTranslations('auth.password');
  const id = useId();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
      </label>
      <div className="relative">
        <Input
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={cn(hint && `${id}-hint`, error && `${id}-error`) || undefined}
          className="pe-13"
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          onBlur={() => setCapsLock(false)}
          {...props}
        />
        <button
          type="button"
          aria-controls={id}
          aria-label={t(shown ? 'hide' : 'show')}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0.5 end-0.5 grid w-11 place-items-center text-ink-2 hover:text-ink"
        >
          <Icon aria-hidden className="size-5" />
        </button>
      </div>
      <p aria-live="polite" className={capsLock ? 'flex items-center gap-1.5 text-cap text-ink-2' : 'sr-only'}>
        {capsLock && (
          <>
            <ArrowBigUpDash aria-hidden className="size-4.5 shrink-0" />
            {t('capsLock')}
          </>
        )}
      </p>
      {hint && (
        <p id={`${id}-hint`} aria-live="polite" className="min-h-5 text-cap text-ink-2">
          {hint}
        </p>
      )}
      {error && <FieldProblem id={`${id}-error`}>{error}</FieldProblem>}
    </div>
  );
}
