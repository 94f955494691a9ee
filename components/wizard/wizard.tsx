'use client';

import { ArrowRight } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TakeOver } from '@/components/cart/take-over';
import { CartChanges } from '@/components/cart/cart-changes';
import { useHandedOnChanges } from '@/components/cart/use-fresh-lines';
import { useNames } from '@/components/i18n/use-names';
import { Dock } from '@/components/selection/dock';
import { LiveTotals } from '@/components/selection/live-totals';
import { SELECTION_FLOWS } from '@/components/selection/selection-flows';
import { StorageNotice } from '@/components/selection/storage-notice';
import { Summary } from '@/components/selection/summary';
import { useSelection } from '@/components/selection/use-selection';
import { Button } from '@/components/ui/button';
import { UnsavedChangesGuard } from '@/components/unsaved-changes/unsaved-changes-guard';
import { COURSE_TYPE_SLUGS, DASHBOARD_TYPES, type Course } from '@/lib/catalogue/schema';
import { formatINR } from '@/lib/core/money';
import { applyCatalogue, clampStep, totalsOf } from '@/lib/selection/rules';
import { useChosen, useSelectionStore } from '@/lib/selection/store';
import { Category } from './category';
import { StepBar } from './step-bar';
import { WizardSkeleton } from './wizard-skeleton';

/**
 * Chooses courses over all categories, one per step. All steps share a draft; each step stores it (R-DSEL-10).
 * @param courses the whole catalogue, sorted by type and branch: the summary includes courses of the category without a
 * step
 */
export function Wizard({ courses }: { courses: Course[] }) {
  const { hydrated, currentStep } = useChosen();
  if (!hydrated) return <WizardSkeleton />;
  return <Steps courses={courses} firstStep={currentStep} />;
}

function Steps({ courses, firstStep }: { courses: Course[]; firstStep: number }) {
  const t = useTranslations('wizard');
  const list = useTranslations('list.summary');
  const names = useNames();
  const id = useId();
  const router = useRouter();
  const changes = [...useHandedOnChanges(), ...useCatalogueChanges(courses)];
  const { draft, dirty, lines, totals, onToggle, onSeats, commit, complete, reset } = useSelection(
    courses,
    'dashboard',
  );
  const { step, heading, show } = useStep(firstStep);
  const type = DASHBOARD_TYPES[step - 1]!;
  const own = useMemo(() => courses.filter(({ course_name }) => course_name === type), [courses, type]);
  const ownTotals = totalsOf(lines.filter(({ courseName }) => courseName === type));

  const last = step === DASHBOARD_TYPES.length;
  const goTo = (next: number) => {
    if (commit({ allowEmpty: true })) show(next);
  };
  const finish = () => {
    if (commit() && complete()) router.push(SELECTION_FLOWS.dashboard.next);
  };
  const leave = (confirmed?: boolean) => commit({ allowEmpty: true }) && (!confirmed || complete());
  const buttons = (
    <>
      <Button variant="line" disabled={step === 1} onClick={() => goTo(step - 1)}>
        {t('previous')}
      </Button>
      <Button onClick={last ? finish : () => goTo(step + 1)}>
        {last ? t('complete') : t('next')}
        <ArrowRight aria-hidden />
      </Button>
    </>
  );

  return (
    <div data-type={COURSE_TYPE_SLUGS[type]} className="@container flex grow flex-col">
      <StepBar step={step} />
      <div className="wrap grid grow grid-cols-[minmax(0,1fr)] content-start gap-x-12 gap-y-6 pt-6 pb-18 @min-[60rem]:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid content-start gap-4">
          <header>
            <h1 ref={heading} tabIndex={-1} className="text-type-seat outline-none">
              <span className="sr-only">{t('step', { step, steps: DASHBOARD_TYPES.length })}: </span>
              {names.type(type)}
            </h1>
            <p className="mt-1 flex flex-wrap gap-x-4 border-b-2 border-ink pb-2 text-small tabular-nums">
              <span className="me-auto text-ink-2">{t('category')}</span>
              <b>{t('seats', { seats: ownTotals.seats })}</b>
              <b className="money">{formatINR(ownTotals.paise)}</b>
            </p>
            <Link
              href={{ pathname: SELECTION_FLOWS.dashboard.plan, query: { type } }}
              className="inline-flex min-h-tap items-center justify-self-start text-small font-semibold text-link underline underline-offset-4"
            >
              {t('plan')}
            </Link>
          </header>
          <CartChanges changes={changes} of="selection" />
          <TakeOver onBefore={() => commit({ allowEmpty: true })} />
          <Category key={type} type={type} courses={own} draft={draft} onToggle={onToggle} onSeats={onSeats} />
        </div>
        <aside
          aria-labelledby={lines.length > 0 ? `${id}-summary` : undefined}
          className="sticky top-16 grid max-h-[calc(100dvh-5rem)] content-start gap-4 self-start overflow-y-auto rounded-2 border border-t-4 border-line border-t-marigold bg-surface p-6 @max-[60rem]:hidden"
        >
          {lines.length > 0 ? (
            <Summary lines={lines} totals={totals} headingId={`${id}-summary`} placed />
          ) : (
            <p className="text-ink-2">{list('none')}</p>
          )}
          <div className="grid grid-cols-[auto_1fr] gap-3">{buttons}</div>
        </aside>
      </div>
      <Dock lines={lines} totals={totals} label={list('title')} placed stacked>
        <div className="grid grid-cols-[auto_1fr] gap-3">{buttons}</div>
      </Dock>
      <LiveTotals totals={totals} />
      <UnsavedChangesGuard dirty={dirty} onCommit={leave} onDiscard={reset} />
      <StorageNotice />
    </div>
  );
}

/**
 * The step of this tab, stored for the next visit; other tabs do not change it. A new step scrolls to and focuses its
 * heading.
 */
function useStep(firstStep: number) {
  const [step, setStep] = useState(firstStep);
  const heading = useRef<HTMLHeadingElement>(null);
  const moved = useRef(false);
  useEffect(() => {
    if (!moved.current) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  const show = (next: number) => {
    moved.current = true;
    setStep(clampStep(next));
    useSelectionStore.getState().goToStep(next);
  };
  return { step, heading, show };
}

/** Syncs the stored selection with the catalogue, once per visit, and returns the changes. */
function useCatalogueChanges(courses: Course[]) {
  const [{ ids, changes }] = useState(() => {
    const { chosen } = useSelectionStore.getState();
    const ids = Object.keys(chosen);
    return { ids, changes: applyCatalogue(chosen, courses, ids).changes };
  });
  useEffect(() => {
    if (changes.length === 0) return;
    useSelectionStore.getState().changeChosen((chosen) => applyCatalogue(chosen, courses, ids).cart);
  }, [courses, ids, changes]);
  return changes;
}
