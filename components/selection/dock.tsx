'use client';

import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { cn } from '@/components/platform/ui/cn';
import { formatINR } from '@/lib/platform/money';
import { periodOf } from '@/lib/adoption/core/period';
import type { Totals } from '@/lib/selection/rules';
import type { CartEntry } from '@/lib/selection/cart';
import { BudgetLine } from './budget-line';
import { ChosenSeats } from './chosen-seats';
import { Period } from './period';
import { SELECTION } from './skip-to-selection';
import { Summary } from './summary';

type DockProps = {
  lines: readonly CartEntry[];
  totals: Totals;
  label: string;
  /** True where the page is not of one city and one type (see Summary). */
  placed?: boolean;
  /** True when the buttons need a row of their own. */
  stacked?: boolean;
  /** The visitor's budget in paise. */
  budgetPaise?: number | null;
  children: ReactNode;
};

/** The bar at the bottom of narrow screens: seats, amount and buttons; its upper part opens the summary. */
export function Dock({ lines, totals, label, placed, stacked, budgetPaise = null, children }: DockProps) {
  const t = useTranslations('list.summary');
  const id = useId();
  const [expanded, setExpanded] = useState(false);
  const open = expanded && lines.length > 0;
  const toggle = useRef<HTMLButtonElement>(null);
  const details = useRef<HTMLDivElement>(null);

  // Wherever the focus is: it may be on a card that the summary covers.
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      if (details.current?.contains(document.activeElement)) toggle.current?.focus();
      setExpanded(false);
    };
    document.addEventListener('keydown', close);
    return () => document.removeEventListener('keydown', close);
  }, [open]);

  return (
    <section
      {...SELECTION}
      aria-label={label}
      data-docked
      className="sticky bottom-0 z-20 border-t-[3px] border-marigold bg-surface px-gutter pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-dock outline-none @min-[60rem]:hidden print:hidden"
    >
      {open && (
        <div
          ref={details}
          id={id}
          role="group"
          aria-labelledby={`${id}-title`}
          tabIndex={0}
          className="mb-3 grid max-h-[55dvh] content-start gap-4 overflow-y-auto border-b border-line pb-3"
        >
          <Summary lines={lines} totals={totals} headingId={`${id}-title`} placed={placed} budgetPaise={budgetPaise} />
        </div>
      )}
      {/* On a phone in landscape the buttons are beside the amount, since height is scarce. */}
      <div
        className={
          stacked
            ? 'grid items-center gap-x-4 gap-y-2 sm:[@media(max-height:30rem)]:grid-cols-[1fr_auto]'
            : 'flex flex-wrap items-center gap-x-4 gap-y-3'
        }
      >
        {lines.length > 0 ? (
          <button
            ref={toggle}
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setExpanded(!open)}
            className={cn(
              'min-h-tap flex-1 text-start text-small leading-tight',
              stacked ? 'flex flex-wrap items-center justify-between gap-x-4' : 'grid',
            )}
          >
            <span className="flex items-center gap-1">
              <span>
                {t.rich('dock', { seats: totals.seats, courses: totals.courses, b: (chunks) => <b>{chunks}</b> })}
              </span>
              <ChevronDown aria-hidden className={cn('size-5', !open && 'rotate-180')} />
            </span>
            <span className="num text-[1.3125rem] leading-tight money">{formatINR(totals.paise)}</span>
            {!open && <Period {...periodOf(lines, null)} decimals={2} />}
            {budgetPaise !== null && <BudgetLine budgetPaise={budgetPaise} spentPaise={totals.paise} short />}
          </button>
        ) : (
          <p className="grid flex-1 text-small text-ink-2">
            {t('none')}
            {budgetPaise !== null && <BudgetLine budgetPaise={budgetPaise} spentPaise={0} short />}
          </p>
        )}
        {stacked && !open && lines.length > 0 && (
          <div className="sm:[@media(max-height:30rem)]:hidden">
            <ChosenSeats lines={lines} strip />
          </div>
        )}
        {/* eslint-disable-next-line product/translated-text -- elements only */}
        {children}
      </div>
    </section>
  );
}
