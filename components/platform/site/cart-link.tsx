'use client';

import type { ReactNode } from 'react';
import { Link } from '@/components/platform/ui/link';
import { formatCount } from '@/lib/platform/format-count';
import { useCartCount } from '@/lib/selection/use-cart-count';

type CartLinkProps = {
  label: string;
  /** Shown instead of the label in narrow headers, where the badge would not fit beside it. */
  icon: ReactNode;
  /** The number of seats for screen readers; `{seats}` in `other` is replaced. */
  count: { one: string; other: string };
  /** Above `seats` seats the badge shows `text`: a narrow header has no room for more. */
  max: { seats: number; text: string };
  className?: string;
};

/**
 * The link to the cart, with its number of seats once the browser's storage has been read. The space of the badge is
 * always reserved, so that nothing shifts when it appears. The texts are props from the server, so that no page loads a namespace for its
 * header.
 */
export function CartLink({ label, icon, count, max, className }: CartLinkProps) {
  const seats = useCartCount();
  return (
    <Link href="/cart" className={`relative justify-center max-md:w-11 md:max-[75rem]:me-10 ${className}`}>
      {icon}
      <span className="max-md:sr-only">{label}</span>
      {seats > 0 && (
        <span className="absolute start-1/2 top-0.5 rounded-1 bg-marigold px-1 py-0.5 text-cap leading-none font-bold text-on-marigold tabular-nums md:start-full md:top-auto md:ms-1">
          <span aria-hidden>{seats > max.seats ? max.text : seats}</span>
          <span className="sr-only">
            {seats === 1 ? count.one : count.other.replace('{seats}', formatCount(seats))}
          </span>
        </span>
      )}
    </Link>
  );
}
