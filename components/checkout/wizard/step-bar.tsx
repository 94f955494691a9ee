'use client';

import { Check } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { CourseType } from '@/db/schema/enums';
import { useNames } from '@/components/platform/i18n/use-names';
import { cn } from '@/components/platform/ui/cn';
import { COURSE_TYPE_SLUGS, DASHBOARD_TYPES } from '@/lib/catalogue/schema';

type StepBarProps = {
  /** From 1; null while it is unknown. */
  step: number | null;
  /** The types of which seats are chosen: only their steps are ticked off. */
  chosen?: ReadonlySet<CourseType>;
};

/** The steps of the wizard and the progress: mark, colour and text. Display only, not navigation. */
export function StepBar({ step, chosen }: StepBarProps) {
  const t = useTranslations('wizard');
  const names = useNames();
  return (
    <ol
      aria-label={t('steps')}
      className="sticky top-0 z-20 grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] border-b border-line bg-paper text-cap leading-tight font-semibold md:text-small print:hidden"
    >
      {DASHBOARD_TYPES.map((type, index) => {
        const number = index + 1;
        const state = step === null || number > step ? 'pending' : number < step ? 'completed' : 'active';
        return (
          <li
            key={type}
            data-type={COURSE_TYPE_SLUGS[type]}
            data-state={state}
            aria-current={state === 'active' ? 'step' : undefined}
            className={cn(
              'flex min-h-tap items-center justify-center gap-1.5 border-b-4 px-1',
              state === 'completed' && 'border-type-fill text-type',
              state === 'active' && 'border-type bg-type-tint text-ink',
              state === 'pending' && 'border-transparent text-ink-2',
            )}
          >
            <span className="sr-only">{t(`state.${state}`)}: </span>
            {state === 'completed' && chosen?.has(type) ? (
              <Check aria-hidden strokeWidth={3} className="size-5 shrink-0" />
            ) : (
              <span className="num">{number}</span>
            )}
            {names.type(type)}
          </li>
        );
      })}
    </ol>
  );
}
