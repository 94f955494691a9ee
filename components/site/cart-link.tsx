'use client';

import Link from 'next/link';
import { useTranslations } from 'use-intl';
import { useCartSeats } from '@/lib/selection/store';

/** More seats than this would push the badge out of a narrow header; screen readers hear the exact number. */
const MOST_SHOWN = 999;

/** The way to the cart, with the number of seats in it once the browser's storage has been read. */
export function CartLink({ className }: { className?: string }) {
  const t = useTranslations('common');
  const seats = useCartSeats();
  return (
    <Link href="/cart" className={className}>
      {t('nav.cart')}
      {seats > 0 && (
        <span className="rounded-1 bg-marigold px-1.5 py-1 text-cap leading-none font-bold text-on-marigold tabular-nums">
          <span aria-hidden>{seats > MOST_SHOWN ? t('cartMany', { most: MOST_SHOWN }) : seats}</span>
          <span className="sr-only">{t('cartCount', { seats })}</span>
        </span>
      )}
    </Link>
  );
}
