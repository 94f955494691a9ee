import type { ComponentProps } from 'react';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** Disabled briefly until the page is ready, without the disabled style. */
  waiting?: boolean;
};

/** A native checkbox in the colour of its course type; native for label, keyboard and forced colours support. */
export function Checkbox({ waiting, ...props }: CheckboxProps) {
  return <input type="checkbox" className={waiting ? 'checkbox waiting' : 'checkbox'} {...props} />;
}
