'use client';

import { useRouter } from 'next/navigation';
import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { notify } from '@/components/platform/ui/toaster';
import { readSession } from '@/lib/api/client/session-storage';
import { errorText } from '@/lib/platform/i18n/errors';
import { useSignedIn } from '@/lib/api/client/use-signed-in';
import { openLines } from '@/lib/selection/cart';
import { totalsOf } from '@/lib/selection/rules';
import { useCart, useSelectionStore } from '@/lib/selection/store';

type MoveCartProps = {
  /** The page that shows the selection, if it is another one. */
  next?: string;
  /** Called before: what this page has not stored yet would be lost, or would notice the empty cart. */
  onBefore?: () => void;
};

/** Offers a signed-in sponsor to move the public cart into the dashboard's selection; nothing with an empty cart. */
export function MoveCartToDashboard({ next, onBefore }: MoveCartProps) {
  const t = useTranslations('cart');
  const router = useRouter();
  const isSignedIn = useSignedIn();
  const { cart, hydrated } = useCart();
  const heading = useId();
  const { seats, courses } = totalsOf(Object.values(openLines(cart)));
  if (!hydrated || !isSignedIn || courses === 0) return null;

  const take = () => {
    const { userId } = readSession();
    if (userId === null) return;
    onBefore?.();
    const taken = useSelectionStore.getState().takeOver(userId);
    if (!taken.ok) return notify.error(errorText(taken.code, taken.params), { id: 'cart' });
    notify.success(t('takeOver.done', { seats }), { id: 'cart' });
    if (next) router.push(next);
  };

  return (
    <section
      aria-labelledby={heading}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-2 border-[1.5px] border-line bg-surface px-4 py-3"
    >
      <div className="min-w-0 grow basis-64">
        <h2 id={heading} className="text-body">
          {t('takeOver.title', { contents: t('contents', { seats, courses }) })}
        </h2>
        <p className="text-small text-ink-2">{t('takeOver.text')}</p>
      </div>
      <Button variant="line" onClick={take}>
        {t('takeOver.button')}
      </Button>
    </section>
  );
}
