'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SELECTION_FLOWS, type SelectionFlow } from '@/components/selection/selection-flows';
import { Checkbox } from '@/components/platform/ui/checkbox';
import { Link } from '@/components/platform/ui/link';
import { formatINR } from '@/lib/platform/money';
import { openLines } from '@/lib/selection/cart';
import { WITHOUT_CART, writeCartSeats } from '@/lib/selection/plan/cart-seats';
import { totalsOf } from '@/lib/selection/rules';
import { useCart, useChosen } from '@/lib/selection/store';

/** The seats that a visitor has chosen already, and whether they have been read. */
function useChosenLines(flow: SelectionFlow) {
  const { cart, hydrated } = useCart();
  const { chosen } = useChosen();
  return { lines: Object.values(flow === 'public' ? openLines(cart) : chosen), hydrated };
}

type CartWishProps = {
  flow: SelectionFlow;
  /** The parameter `cart` of the form as sent; null without one. */
  sent: string | null;
};

/** The field of the form that says whether the cart is considered. The cart is in the browser only. */
export function CartWish({ flow, sent }: CartWishProps) {
  const t = useTranslations('proposal.cart');
  const { lines, hydrated } = useChosenLines(flow);
  const [isCounted, setCounted] = useState(sent !== WITHOUT_CART);
  if (!hydrated) return null;
  const { seats, paise } = totalsOf(lines);
  return (
    <>
      <input type="hidden" name="cart" value={isCounted ? writeCartSeats(lines) : WITHOUT_CART} />
      {lines.length > 0 && (
        <div className="grid gap-1">
          <p className="text-small">{t('holds', { flow, seats, amount: formatINR(paise) })}</p>
          <label className="inline-flex min-h-tap items-center gap-2.5 font-semibold">
            <Checkbox checked={isCounted} onChange={({ target }) => setCounted(target.checked)} />
            {t('consider')}
          </label>
        </div>
      )}
    </>
  );
}

type CartNoteProps = CartWishProps & {
  /** The other parameters of the form as sent. */
  query: string;
};

/**
 * Says what is in the cart if a plan does not consider it, or not as it is now, with a link to one that does. A plan
 * that was opened by a link, which knows nothing of the cart, becomes that one.
 */
export function CartNote({ flow, sent, query }: CartNoteProps) {
  const t = useTranslations('proposal.cart');
  const router = useRouter();
  const { lines, hydrated } = useChosenLines(flow);
  const now = writeCartSeats(lines);
  const href = `${SELECTION_FLOWS[flow].plan}?${query}&cart=${now}`;
  const isChecked = useRef(false);
  useEffect(() => {
    // Once: putting the proposal into the cart changes it, too.
    if (!hydrated || isChecked.current) return;
    isChecked.current = true;
    if (sent === null && now !== WITHOUT_CART) router.replace(href);
  }, [hydrated, sent, now, href, router]);
  if (!hydrated || sent === null || now === WITHOUT_CART || now === sent) return null;
  const { seats, paise } = totalsOf(lines);
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 text-small print:hidden">
      <span>{t('holds', { flow, seats, amount: formatINR(paise) })}</span>
      <Link href={href} className="inline-flex min-h-tap items-center font-semibold">
        {t('count')}
      </Link>
    </p>
  );
}
