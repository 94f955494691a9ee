import type { ComponentProps } from 'react';
import { cn } from './cn';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** Disabled briefly until the page is ready, without the disabled style. */
  waiting?: boolean;
};

/** A native checkbox in the colour of its course type; native for label, keyboard and forced colours support. */
export function Checkbox({ waiting, ...props }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      className={cn(
        "grid size-6 shrink-0 cursor-pointer appearance-none place-content-center rounded-1 border-2 border-control bg-surface checked:border-type checked:bg-type checked:after:h-[0.42rem] checked:after:w-[0.8rem] checked:after:-translate-y-0.5 checked:after:-rotate-45 checked:after:border-b-3 checked:after:border-l-3 checked:after:border-on-type checked:after:content-[''] disabled:cursor-not-allowed forced-colors:appearance-auto forced-colors:checked:after:content-none",
        waiting ? 'waiting disabled:border-control disabled:bg-surface' : 'disabled:border-line disabled:bg-sunken',
      )}
      {...props}
    />
  );
}
