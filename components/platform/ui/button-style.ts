/** Buttons with a background or a border. */
const block = 'button-block';

const variants = {
  action: `${block} button-action`,
  line: `${block} button-line`,
  zari: `${block} button-zari`,
  neel: `${block} button-neel`,
  bare: 'button-bare',
};

const sizes = {
  normal: 'button-normal',
  snug: 'button-snug',
  small: 'button-small',
  inline: 'button-inline',
  icon: 'button-icon',
};

export type ButtonStyle = { variant?: keyof typeof variants; size?: keyof typeof sizes; wide?: boolean };

/** Returns the class names of a button; controls.css has their styles. */
export const buttonStyle = ({ variant = 'action', size = 'normal', wide = false }: ButtonStyle = {}): string =>
  `button ${variants[variant]} ${sizes[size]}${wide ? ' w-full' : ''}`;
