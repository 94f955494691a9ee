import type { VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';
import { buttonStyle } from './button-style';
import { cn } from './cn';

/** A press that does nothing; a form is not sent either. */
const ignore = (event: MouseEvent) => event.preventDefault();

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonStyle> & { asChild?: boolean; pending?: boolean };

/**
 * The one button of the product. `asChild` dresses a link in it; `pending` lets it take no press, keeps its words and its focus
 * and turns a wheel, so that a call is never sent twice.
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
      // Were it disabled meanwhile, it would lose the focus.
      {...(pending && { 'aria-disabled': true, 'aria-busy': true, onClick: ignore })}
    >
      {pending && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}
