import { cva } from 'class-variance-authority';

/** How a button of the product looks. */
export const buttonStyle = cva(
  'inline-flex items-center justify-center gap-2 rounded-2 border-[1.5px] border-transparent font-semibold leading-tight no-underline transition-colors duration-(--quick) active:translate-y-px aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-3 disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3 print:hidden [&_svg]:size-5 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        action: 'bg-action text-on-action hover:bg-action-hover',
        line: 'border-control bg-transparent text-ink hover:border-ink hover:bg-sunken',
        zari: 'bg-marigold text-on-marigold hover:bg-marigold-hover',
        bare: 'border-0 bg-transparent px-2 text-link underline decoration-1 underline-offset-4 hover:decoration-2 disabled:bg-transparent aria-disabled:bg-transparent',
      },
      size: {
        normal: 'min-h-tap px-[1.125rem] py-2 text-body',
        small: 'min-h-9 px-3 py-1 text-small',
      },
      wide: { true: 'w-full', false: '' },
    },
    defaultVariants: { variant: 'action', size: 'normal', wide: false },
  },
);
