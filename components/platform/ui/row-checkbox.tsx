'use client';

import { Checkbox } from './checkbox';

/** The checkbox of a row of a table. A client component, so that a page carries its elements as HTML only. */
export function RowCheckbox({ name, value, label }: { name: string; value: string; label: string }) {
  return (
    <label>
      <Checkbox name={name} value={value} aria-label={label} />
    </label>
  );
}
