'use client';

import { useState, type ChangeEvent, type ComponentProps } from 'react';
import { COUNTRY_CODE, isForeignNumber, nationalNumber } from '@/lib/platform/phone';
import { Field } from './field';

/**
 * A field for a phone number with the country code before it. A country code that is typed, pasted or filled in by the
 * browser is removed, see nationalNumber. `onChange` is called with the value after that.
 */
export function PhoneField({ defaultValue, onChange, ...props }: ComponentProps<typeof Field>) {
  const initial = defaultValue === undefined ? undefined : nationalNumber(String(defaultValue));
  const [isForeign, setForeign] = useState(isForeignNumber(initial ?? ''));
  const clean = (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const kept = nationalNumber(target.value);
    // Only then: assigning a value moves the caret to the end.
    if (kept !== target.value) target.value = kept;
    setForeign(isForeignNumber(kept));
    void onChange?.(event);
  };
  return (
    <Field
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      {...props}
      prefix={isForeign ? undefined : COUNTRY_CODE}
      defaultValue={initial}
      onChange={clean}
    />
  );
}
