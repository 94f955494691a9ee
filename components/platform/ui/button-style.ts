const base =
  'inline-flex items-center justify-center gap-2 rounded-2 font-semibold transition-colors duration-(--quick) active:translate-y-px aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:text-ink-3 disabled:cursor-not-allowed disabled:border-line disabled:text-ink-3 print:hidden [&_svg]:size-5 [&_svg]:shrink-0';

/** Buttons with a background or a border. */
const block = 'border-[1.5px] no-underline aria-disabled:bg-sunken disabled:bg-sunken';

const variants = {
  action: `${block} border-transparent bg-action text-on-action hover:bg-action-hover`,
  line: `${block} border-control bg-transparent text-ink hover:border-ink hover:bg-sunken`,
  zari: `${block} border-transparent bg-marigold text-on-marigold hover:bg-marigold-hover`,
  neel: `${block} border-transparent bg-neel text-on-neel hover:bg-neel-2`,
  bare: 'border-0 bg-transparent text-link underline decoration-1 underline-offset-4 hover:decoration-2',
};

const sizes = {
  normal: 'min-h-tap px-[1.125rem] py-2 text-body',
  snug: 'min-h-tap px-4 py-2 text-body',
  small: 'min-h-9 px-3 py-1 text-small',
  /** For use within a line of text. */
  inline: 'min-h-tap py-2',
  icon: 'size-11',
};

export type ButtonStyle = { variant?: keyof typeof variants; size?: keyof typeof sizes; wide?: boolean };

/** Returns the class names of a button. */
export const buttonStyle = ({ variant = 'action', size = 'normal', wide = false }: ButtonStyle = {}): string =>
  `${base} ${variants[variant]} ${sizes[size]}${wide ? ' w-full' : ''}`;
