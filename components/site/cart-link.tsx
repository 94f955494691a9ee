'use client';

import Link from 'next/link';
import { formatCount } from '@/lib/core/format-count';
import { useCartCount } from '@/lib/selection/use-cart-count';

type CartLinkProps = {
  label: string;
  /** The number of seats for screen readers; `{seats}` in `other` is replaced. */
  count: { one: string; other: string };
  /** Above `number` seats the badge shows `text`: a narrow header has no room for more. */
  most: { number: number; text: string };
  className?: string;
};

/**
 * The link to the cart, with its number of seats once the browser's storage has been read. The badge takes no space, so
 * that nothing shifts when it appears. The texts are props from the server, so that no page loads a namespace for its
 * header.
 */
export function CartLink({ label, count, most, className }: CartLinkProps) {
  const seats = useCartCount();
  return (
    <Link href="/cart" className={`relative ${className}`}>
      {label}
      {seats > 0 && (
        <span className="absolute end-0 -bottom-1 rounded-1 bg-marigold px-1 py-0.5 text-cap leading-none font-bold text-on-marigold tabular-nums min-[75rem]:start-full min-[75rem]:end-auto min-[75rem]:bottom-auto min-[75rem]:ms-1">
          <span aria-hidden>{seats > most.number ? most.text : seats}</span>
          <span className="sr-only">
            {seats === 1 ? count.one : count.other.replace('{seats}', formatCount(seats))}
          </span>
        </span>
      )}
    </Link>
  );
}
