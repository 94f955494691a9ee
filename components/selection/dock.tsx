'use client';

import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { formatINR } from '@/lib/core/money';
import type { Totals } from '@/lib/selection/rules';
import type { CartEntry } from '@/lib/selection/schema';
import { Summary } from './summary';

type DockProps = { lines: readonly CartEntry[]; totals: Totals; onProceed: () => void };

/** On narrow screens: seats, amount and 'Proceed to Lock' at the bottom edge; its upper part opens the summary above it. */
export function Dock({ lines, totals, onProceed }: DockProps) {
  const t = useTranslations('list.summary');
  const id = useId();
  const [wanted, setWanted] = useState(false);
  const open = wanted && lines.length > 0;
  return (
    <section
      aria-label={t('proceed')}
      onKeyDown={(event) => event.key === 'Escape' && setWanted(false)}
      className="sticky bottom-0 z-20 border-t-[3px] border-marigold bg-surface px-gutter pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] shadow-dock lg:hidden print:hidden"
    >
      {open && (
        <div
          id={id}
          role="region"
          aria-labelledby={`${id}-title`}
          tabIndex={0}
          className="mb-3 grid max-h-[55dvh] content-start gap-4 overflow-y-auto border-b border-line pb-3"
        >
          <Summary lines={lines} totals={totals} headingId={`${id}-title`} />
        </div>
      )}
      <div className="flex items-center gap-x-4 gap-y-3 max-[22.5rem]:flex-wrap">
        {lines.length > 0 ? (
          <button
            type="button"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            onClick={() => setWanted(!open)}
            className="grid min-h-tap flex-1 text-start text-small leading-tight"
          >
            <span className="flex items-center gap-1">
              <span>
                {t.rich('dock', { seats: totals.seats, courses: totals.courses, b: (chunks) => <b>{chunks}</b> })}
              </span>
              <ChevronDown aria-hidden className={cn('size-5', !open && 'rotate-180')} />
            </span>
            <span className="num text-[1.3125rem] leading-tight money">{formatINR(totals.paise)}</span>
          </button>
        ) : (
          <p className="flex-1 text-small text-ink-2">{t('none')}</p>
        )}
        <Button onClick={onProceed} className="px-4 whitespace-nowrap max-[22.5rem]:w-full">
          {t('proceed')}
        </Button>
      </div>
    </section>
  );
}
