'use client';

import Link from 'next/link';
import { formatCount } from '@/lib/core/format-count';
import { useCartCount } from '@/lib/selection/use-cart-count';

type CartLinkProps = {
  label: string;
  /** What a screen reader hears of the number of seats; `{seats}` in `other` stands for it. */
  count: { one: string; other: string };
  /** More seats than `number` would push the badge out of a narrow header: `text` stands for them. */
  most: { number: number; text: string };
  className?: string;
};

/**
 * The way to the cart, with the number of seats in it once the browser's storage has been read. The number stands
 * below it, where it covers no part of a letter, or beside it, and takes no room, so that nothing moves when it comes. It has its words from the server, so that no
 * page loads texts for its head.
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
