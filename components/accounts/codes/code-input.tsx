'use client';

import { OTPInput, type SlotProps } from 'input-otp';
import { useEffect, useEffectEvent, useRef, type ClipboardEvent, type Ref } from 'react';
import { cn } from '@/components/platform/ui/cn';
import { OTP_LENGTH } from '@/lib/accounts/codes/schema';
import { codeDigits, withInserted } from './code';

type CodeInputProps = {
  ref?: Ref<HTMLInputElement>;
  id?: string;
  value: string;
  onChange: (code: string) => void;
  label: string;
  invalid?: boolean;
  readOnly?: boolean;
  describedBy?: string;
};

/**
 * Six boxes over one real input, so that phones can autofill the code and screen readers find one field. Backspace on
 * an empty box clears the one before it.
 */
export function CodeInput({ ref, id, value, onChange, label, invalid, readOnly, describedBy }: CodeInputProps) {
  const frame = useRef<HTMLDivElement>(null);
  // The input takes six characters of a dictated or autofilled text, which are not the six digits.
  const onBeforeInput = useEffectEvent((event: InputEvent) => {
    const { data, target, cancelable } = event;
    if (!data || !cancelable || readOnly || !(target instanceof HTMLInputElement) || /^[0-9]$/.test(data)) return;
    event.preventDefault();
    onChange(withInserted(value, target.selectionStart ?? 0, target.selectionEnd ?? value.length, data));
  });
  useEffect(() => {
    const element = frame.current;
    element?.addEventListener('beforeinput', onBeforeInput);
    return () => element?.removeEventListener('beforeinput', onBeforeInput);
  }, []);
  // A pasted code replaces all digits; the input itself would only fill the remaining boxes.
  const onPasteCapture = (event: ClipboardEvent) => {
    const digits = codeDigits(event.clipboardData.getData('text/plain'));
    if (digits.length > 0 && digits.length < OTP_LENGTH) return;
    event.preventDefault();
    event.stopPropagation();
    if (digits) onChange(digits);
  };
  return (
    <div ref={frame} onPasteCapture={onPasteCapture}>
      <OTPInput
        ref={ref}
        id={id}
        value={value}
        onChange={(typed) => onChange(codeDigits(typed))}
        maxLength={OTP_LENGTH}
        pasteTransformer={codeDigits}
        pushPasswordManagerStrategy="none"
        noScriptCSSFallback={null}
        name="otp"
        readOnly={readOnly}
        aria-label={label}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        // The button below is in sight as well when the field gets the focus.
        className="scroll-mb-24"
        containerClassName="grid max-w-92 grid-cols-[repeat(3,minmax(0,3.25rem))_0.5rem_repeat(3,minmax(0,3.25rem))] gap-2"
        render={({ slots }) => {
          const whole = slots.every(({ isActive }) => isActive);
          return (
            <>
              {slots.map((slot, index) => (
                <Box key={index} {...slot} index={index} invalid={invalid} isActive={slot.isActive && !whole} />
              ))}
              {whole && <span aria-hidden className="absolute -inset-1 rounded-2 outline-3 outline-focus" />}
            </>
          );
        }}
      />
    </div>
  );
}

function Box({ char, isActive, hasFakeCaret, index, invalid }: SlotProps & { index: number; invalid?: boolean }) {
  return (
    <span
      aria-hidden
      data-otp-box
      className={cn(
        'grid aspect-[5/6] place-items-center rounded-2 num text-[1.75rem] leading-none',
        index === OTP_LENGTH / 2 && 'col-start-5',
        invalid ? 'border-2 bg-error-tint' : 'border-[1.5px] bg-surface',
        isActive
          ? 'border-focus outline-3 outline-focus'
          : invalid
            ? 'border-error'
            : char
              ? 'border-ink'
              : 'border-control',
      )}
    >
      {char}
      {hasFakeCaret && <span className="h-7 w-0.5 bg-ink" />}
    </span>
  );
}
