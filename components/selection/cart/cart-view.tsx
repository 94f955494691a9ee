'use client';

import { ArrowRight } from 'lucide-react';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useNames } from '@/components/platform/i18n/use-names';
import { SeatField } from '@/components/catalogue/seat/seat-field';
import { ChosenSeats } from '@/components/selection/chosen-seats';
import { Period } from '@/components/selection/period';
import { OrderNumberField } from '@/components/selection/order-number-field';
import { LiveTotals } from '@/components/selection/live-totals';
import { StorageNotice } from '@/components/selection/storage-notice';
import { Button } from '@/components/platform/ui/button';
import { EmptyState } from '@/components/platform/ui/empty-state';
import { Link } from '@/components/platform/ui/link';
import { notify } from '@/components/platform/ui/toaster';
import { formatINR } from '@/lib/platform/money';
import { openLines } from '@/lib/selection/cart';
import { periodOf } from '@/lib/adoption/core/period';
import { groupForCart, totalsOf } from '@/lib/selection/rules';
import { useSelectionStore } from '@/lib/selection/store';
import { AdoptedLines } from './adopted-lines';
import { CartChanges } from './cart-changes';
import { CartTable } from './cart-table';
import { CartSkeleton } from './cart-skeleton';
import { ClearCart } from './clear-cart';
import { ShareCart } from './share-cart';
import { useFreshCart } from './use-fresh-cart';

/** The adoption cart: selected seats of all cities, the amount, and the link to payment. */
export function CartView() {
  const t = useTranslations('cart');
  const names = useNames();
  const adopted = useTranslations('cart.adopted');
  const { cart, hydrated, changes, courses, applyCourses } = useFreshCart();
  const { removeLine, clearCart, changeCart } = useSelectionStore.getState();
  const heading = useRef<HTMLHeadingElement>(null);
  const open = openLines(cart);
  const lines = Object.values(open);
  const totals = totalsOf(lines);
  const filled = hydrated && lines.length > 0;

  return (
    <div className="wrap grid content-start gap-6 pt-8 pb-18">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid gap-2">
          <h1 ref={heading} tabIndex={-1} className="outline-none">
            {t('title')}
          </h1>
          {filled && <p className="text-ink-2">{t('contents', { seats: totals.seats, courses: totals.courses })}</p>}
        </div>
        {filled && (
          <Button asChild variant="bare" size="inline">
            <Link href="/">{t('addMore')}</Link>
          </Button>
        )}
      </div>
      {hydrated && <LiveTotals totals={totals} />}
      <CartChanges changes={changes} />
      {!hydrated && <CartSkeleton />}
      {hydrated && !filled && (
        <EmptyState title={t('empty.title')} picture={<SeatField total={10} taken={0} unit={3} board />}>
          <Button asChild>
            <Link href="/">{t('empty.browse')}</Link>
          </Button>
        </EmptyState>
      )}
      {filled && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <CartTable
            groups={groupForCart(open)}
            courses={new Map(courses.map((course) => [course.id, course]))}
            onSeats={(id, selectedSeats) =>
              changeCart((now) => (now[id] ? { ...now, [id]: { ...now[id], selectedSeats } } : now))
            }
            onRemove={(line, neighbour) => {
              // Do not focus the next 'Remove': holding the key would empty the cart.
              (neighbour ?? heading.current)?.focus();
              removeLine(line.id);
              notify.info(t('removed', { course: names.branch(line.branch, line.branchHindi) }), { id: 'cart' });
            }}
          />
          <section
            aria-label={t('total')}
            className="grid content-start gap-4 self-start rounded-2 border border-t-4 border-line border-t-marigold bg-surface p-4 md:p-6 lg:sticky lg:top-4"
          >
            <ChosenSeats lines={lines} />
            <p className="grid gap-1 border-t-2 border-ink pt-3">
              <span className="font-semibold">{t('total')}</span>
              <span className="num text-h2 leading-tight wrap-anywhere">{formatINR(totals.paise)}</span>
              <Period {...periodOf(lines)} decimals={2} />
            </p>
            <Button asChild wide>
              <Link href="/payment">
                {t('proceed')}
                <ArrowRight aria-hidden />
              </Link>
            </Button>
            <OrderNumberField />
            <ShareCart lines={lines} onOutdated={applyCourses} />
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <Button asChild variant="bare" size="inline">
                <Link href="/">{t('continue')}</Link>
              </Button>
              <ClearCart onClear={clearCart} />
            </div>
          </section>
        </div>
      )}
      {hydrated && (
        <AdoptedLines cart={cart}>
          <Button variant="bare" size="inline" className="justify-self-start" onClick={() => changeCart(openLines)}>
            {adopted('remove')}
          </Button>
        </AdoptedLines>
      )}
      <StorageNotice />
    </div>
  );
}
