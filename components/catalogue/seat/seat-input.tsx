'use client';

import { Minus, Plus } from 'lucide-react';
import { useId, useState, type InputEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '@/components/platform/i18n/use-error-text';
import { cn } from '@/components/platform/ui/cn';
import { FieldProblem, Input } from '@/components/platform/ui/field';
import type { Problem } from '@/lib/platform/errors';
import { parseSeats } from '@/lib/selection/rules';

type SeatInputProps = {
  /** Seats stored in the draft; 0 while the field is empty. */
  seats: number;
  /** Seats left of the course; null while they are not known. */
  max: number | null;
  /** Branch and institute: the field and its steppers are named by them. */
  name: string;
  /** Called with the typed text; returns the reason if it is refused and the seats stay unchanged. */
  onType: (typed: string) => Problem | null;
};

/**
 * The number of seats of a course, between two steppers. A refused value is never displayed (R-VAL-27); the reason is
 * shown below until the next valid number. Its parent is a wrapping flex row.
 */
export function SeatInput({ seats, max, name, onType }: SeatInputProps) {
  const t = useTranslations('list.card');
  const id = useId();
  const [text, setText] = useState('');
  const errorText = useErrorText();
  const [problem, setProblem] = useState<Problem | null>(null);
  const shown = parseSeats(text) === seats ? text : String(seats || '');

  const type = (typed: string) => {
    const refusal = onType(typed);
    setProblem(refusal);
    if (!refusal) setText(typed);
  };
  // A number input reports a lone '-' or 'e' as empty: show the problem before the stored number is lost.
  const beforeInput = (event: InputEvent<HTMLInputElement>) => {
    if (!/[-+e]/i.test(event.data)) return;
    event.preventDefault();
    if (event.data.includes('-')) type(event.data.slice(event.data.indexOf('-')));
  };

  return (
    <>
      <div className="grid gap-0.5">
        <label htmlFor={id} className="text-cap font-semibold">
          {t('countShort')}
        </label>
        <span className="inline-grid grid-cols-[var(--tap)_3.5rem_var(--tap)] md:grid-cols-[var(--tap)_4.25rem_var(--tap)]">
          <button
            type="button"
            aria-label={`${t('fewer')}: ${name}`}
            aria-disabled={seats <= 1}
            onClick={() => seats > 1 && type(String(seats - 1))}
            className={`${stepper} rounded-s-2 border-e-0`}
          >
            <Minus aria-hidden className="size-5" />
          </button>
          <Input
            id={id}
            type="number"
            inputMode="numeric"
            enterKeyHint="done"
            min={1}
            max={max ?? undefined}
            step={1}
            placeholder={max === null ? undefined : t('max', { max })}
            aria-label={`${t('count')}: ${name}`}
            value={shown}
            aria-invalid={problem !== null || undefined}
            aria-describedby={cn(max !== null && `${id}-range`, problem && `${id}-problem`) || undefined}
            onBeforeInput={beforeInput}
            onChange={(event) => type(event.target.value)}
            onBlur={() => setText('')}
            onWheel={(event) => event.currentTarget.blur()}
            tight
            className="relative min-h-tap [appearance:textfield] rounded-none font-semibold placeholder:font-normal focus-visible:z-1 [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none"
          />
          <button
            type="button"
            aria-label={`${t('more')}: ${name}`}
            onClick={() => type(String(seats + 1))}
            className={`${stepper} rounded-e-2 border-s-0`}
          >
            <Plus aria-hidden className="size-5" />
          </button>
        </span>
        {max !== null && (
          <span id={`${id}-range`} className="sr-only">
            {t('range', { max })}
          </span>
        )}
      </div>
      {problem && (
        <div className="order-1 basis-full">
          <FieldProblem id={`${id}-problem`}>{errorText(problem.code, problem.params)}</FieldProblem>
        </div>
      )}
    </>
  );
}

const stepper =
  'grid min-h-tap place-items-center border-[1.5px] border-control bg-surface text-ink hover:bg-sunken aria-disabled:cursor-not-allowed aria-disabled:text-ink-3 aria-disabled:hover:bg-surface print:hidden';
