import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';
import { buttonStyle, type ButtonStyle } from './button-style';
import { cn } from './cn';

/** Cancels a click, including the submission of a form. */
const ignore = (event: MouseEvent) => event.preventDefault();

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { asChild?: boolean; pending?: boolean };

/**
 * The button of the product. `asChild` styles a link as one; `pending` ignores clicks, preserves label and focus and
 * shows a spinner, so that a request is never sent twice.
 */
export function Button({
  variant,
  size,
  wide,
  asChild,
  pending,
  className,
  children,
  type = 'button',
  ...props
}: ButtonProps) {
  const classes = cn(buttonStyle({ variant, size, wide }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type}
      className={classes}
      {...props}
      // Not `disabled`: the button would lose the focus.
      {...(pending && { 'aria-disabled': true, 'aria-busy': true, onClick: ignore })}
    >
      {pending && <LoaderCircle aria-hidden className="animate-spin" />}
      <span className="contents">{children}</span>
    </button>
  );
}
