'use client';

import { ArrowRight } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { notify } from '@/components/platform/ui/toaster';
import type { Course } from '@/lib/catalogue/schema';
import { errorText } from '@/lib/platform/i18n/errors';
import type { SeatDraft } from '@/lib/selection/rules';
import { readSession } from '@/lib/api/client/session-storage';
import { keepOrderNumber } from '@/lib/selection/order-number';
import { useCart, useChosen, useSelectionStore } from '@/lib/selection/store';
import { conflictsWith } from '@/lib/selection/shared-cart/rules';

const loadQuestion = () => import('./replace-question').then(({ ReplaceQuestion }) => ReplaceQuestion);
const ReplaceQuestion = dynamic(loadQuestion, { ssr: false });

type AddSharedCartProps = {
  /** The courses of which seats can be adopted now. */
  courses: readonly Course[];
  /** Their seats: those of the link, at most the seats left. */
  draft: SeatDraft;
  /** Lines of the link with fewer seats than wanted, and without any. */
  reduced: number;
  omitted: number;
  /** Of the link; '' without one. */
  orderNumber?: string;
  /** Takes them over at once, unless a question has to be asked. */
  opens?: boolean;
  /** Takes them into the selection of the signed-in sponsor, for whom they are reserved. */
  inDashboard?: boolean;
  /** The text of the button. */
  label?: string;
  /** Filled, or outlined beside the act of the page. */
  variant?: 'action' | 'line';
};

/** Merges the lines of a shared cart into the visitor's own, or into the dashboard's selection, and opens it. */
export function AddSharedCart({
  courses,
  draft,
  reduced,
  omitted,
  orderNumber = '',
  opens = false,
  inDashboard = false,
  label,
  variant,
}: AddSharedCartProps) {
  const t = useTranslations('sharedCart.take');
  const router = useRouter();
  const { cart, hydrated } = useCart();
  const { chosen } = useChosen();
  const [asking, setAsking] = useState(false);
  const conflicts = conflictsWith(inDashboard ? chosen : cart, draft);

  /** @param kept ids of courses whose lines in the cart stay as they are */
  const take = (kept: readonly string[]) => {
    const taken = courses.filter(({ id }) => !kept.includes(id));
    const { userId } = readSession();
    const isChosen = inDashboard && userId !== null;
    const { claimSelectionFor, choose, completeSelection, proceed } = useSelectionStore.getState();
    if (isChosen) claimSelectionFor(userId);
    // The dashboard knows the holder without links.
    const outcome = isChosen
      ? choose(
          taken.map(({ reservation_id: _, ...course }) => course),
          draft,
          { allowEmpty: true },
        )
      : proceed(taken, draft, { allowEmpty: true });
    if (!outcome.ok) return notify.error(errorText(outcome.code, outcome.params), { id: 'cart' });
    if (isChosen) completeSelection();
    if (orderNumber) keepOrderNumber(orderNumber);
    notify.success(
      [
        t(isChosen ? 'chosen' : 'taken', { count: taken.length }),
        ...(reduced > 0 ? [t('reduced', { count: reduced })] : []),
        ...(omitted > 0 ? [t('omitted', { count: omitted })] : []),
      ].join(' '),
      { id: 'cart' },
    );
    // Not to other courses. Whoever goes back from there should not be sent there again.
    const next = isChosen ? '/dashboard/payment' : '/cart';
    if (opens) router.replace(next);
    else router.push(next);
  };
  const answer = (kept: readonly string[]) => {
    setAsking(false);
    take(kept);
  };
  const open = useEffectEvent(() => conflicts.length === 0 && take([]));
  useEffect(() => {
    if (opens && hydrated) open();
  }, [opens, hydrated]);

  return (
    <>
      <Button
        wide
        variant={variant}
        // The question depends on the cart. Not `pending`: without JavaScript it would never end.
        aria-disabled={!hydrated}
        aria-haspopup={conflicts.length > 0 ? 'dialog' : undefined}
        onPointerEnter={() => void loadQuestion()}
        onClick={() => hydrated && (conflicts.length > 0 ? setAsking(true) : take([]))}
      >
        {label ?? t('button')}
        <ArrowRight aria-hidden />
      </Button>
      {asking && (
        <ReplaceQuestion
          count={conflicts.length}
          onKeep={() => answer(conflicts)}
          onReplace={() => answer([])}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
