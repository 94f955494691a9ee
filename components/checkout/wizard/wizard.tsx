'use client';

import { ArrowRight } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect, useId, useRef, useState, useTransition, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { MoveCartToDashboard } from '@/components/selection/cart/move-cart-to-dashboard';
import { CartChanges } from '@/components/selection/cart/cart-changes';
import { useNames } from '@/components/platform/i18n/use-names';
import { useFreshOrder } from '@/components/checkout/payment/use-order';
import { BudgetLine } from '@/components/selection/budget-line';
import { Dock } from '@/components/selection/dock';
import { LiveTotals } from '@/components/selection/live-totals';
import { SELECTION_FLOWS } from '@/components/selection/selection-flows';
import { Period } from '@/components/selection/period';
import { SELECTION, SkipToSelection } from '@/components/selection/skip-to-selection';
import { StorageNotice } from '@/components/selection/storage-notice';
import { Summary } from '@/components/selection/summary';
import { useSeenCourses } from '@/components/selection/use-seen-courses';
import { useSelection } from '@/components/selection/use-selection';
import { Button } from '@/components/platform/ui/button';
import { Link } from '@/components/platform/ui/link';
import { UnsavedChangesGuard } from '@/components/platform/unsaved-changes/unsaved-changes-guard';
import { periodOf } from '@/lib/adoption/core/period';
import { COURSE_TYPE_SLUGS, DASHBOARD_TYPES, type Course } from '@/lib/catalogue/schema';
import { formatINR } from '@/lib/platform/money';
import { withQuery } from '@/lib/platform/with-query';
import { groupForCart, totalsOf, type ListScope } from '@/lib/selection/rules';
import { useChosen, useSelectionStore } from '@/lib/selection/store';
import { Category } from './category';
import { StepBar } from './step-bar';
import { WizardSkeleton } from './wizard-skeleton';

type WizardProps = {
  /** The address of the wizard without its step. */
  path: string;
  /** 1 to 4. */
  step: number;
  /** True if the address has the step. */
  given: boolean;
  /** One page of the courses of the step, by branch; the same array until the address changes. */
  courses: readonly Course[];
  /** True if the step has no course at all. */
  isEmpty: boolean;
  /** True if the step has further courses, on other pages or hidden by the filter. */
  isPart: boolean;
  /** True if each course names its session. */
  isNamed: boolean;
  /** The sponsor's budget in paise. */
  budgetPaise: number | null;
  /** Above and below the cards: filters and pager. */
  before: ReactNode;
  after: ReactNode;
};

/**
 * Chooses courses over all categories, one per step. All steps share a draft; each step stores it (R-DSEL-10). Without
 * a step in the address, the stored one is opened (R-WIZ-15).
 */
export function Wizard(props: WizardProps) {
  const { hydrated, currentStep } = useChosen();
  const router = useRouter();
  const { path, given } = props;
  const [opened, setOpened] = useState(false);
  const isStored = hydrated && (given || currentStep === 1);
  // Once it is open, the address decides: Back from step 2 must reach step 1.
  if (isStored && !opened) setOpened(true);
  const redirects = hydrated && !opened && !isStored;
  useEffect(() => {
    if (redirects) router.replace(stepHref(path, currentStep));
  }, [redirects, router, path, currentStep]);
  if (!hydrated || redirects) return <WizardSkeleton />;
  return <Steps {...props} />;
}

const stepHref = (path: string, step: number) => withQuery(path, { step: String(step) });

/** The summary has the courses of all steps, and of the category without one. */
const EVERYTHING: ListScope = { city: null, courseType: null };

function Steps({ path, step, courses: shown, isEmpty, isPart, isNamed, budgetPaise, before, after }: WizardProps) {
  const t = useTranslations('wizard');
  const list = useTranslations('list.summary');
  const names = useNames();
  const id = useId();
  const router = useRouter();
  const [moving, startMoving] = useTransition();
  const heading = useStepHeading(step);
  const { changes } = useFreshOrder({ active: true });
  const courses = useSeenCourses(shown);
  const selection = useSelection(courses, 'dashboard', EVERYTHING);
  const { draft, dirty, totals, onToggle, onSeats, commit, complete, reset } = selection;
  // In one order whatever page or step was seen first.
  const lines = groupForCart(Object.fromEntries(selection.lines.map((line) => [line.id, line]))).flatMap(({ cities }) =>
    cities.flatMap((city) => city.lines),
  );
  const type = DASHBOARD_TYPES[step - 1]!;
  const chosenTypes = new Set(DASHBOARD_TYPES.filter((each) => lines.some(({ courseName }) => courseName === each)));
  const ownLines = lines.filter(({ courseName }) => courseName === type);
  const ownTotals = totalsOf(ownLines);
  const hidden = isPart ? ownLines.filter((line) => !shown.some((course) => course.id === line.id)).length : 0;

  const last = step === DASHBOARD_TYPES.length;
  const goTo = (next: number) => {
    if (commit({ allowEmpty: true })) startMoving(() => router.push(stepHref(path, next)));
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
      {!last && lines.length > 0 && (
        <Button variant="bare" size="inline" onClick={finish}>
          {t('skip')}
        </Button>
      )}
      <Button pending={moving} onClick={last ? finish : () => goTo(step + 1)}>
        {last ? t('complete') : t('next')}
        <ArrowRight aria-hidden />
      </Button>
    </>
  );

  return (
    <div data-type={COURSE_TYPE_SLUGS[type]} className="@container flex grow flex-col">
      <StepBar step={step} chosen={chosenTypes} />
      <div className="wrap grid grow grid-cols-[minmax(0,1fr)] content-start gap-x-12 gap-y-6 pt-6 pb-18 @min-[60rem]:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <header>
            <h1 ref={heading} tabIndex={-1} className="text-type-seat outline-none">
              <span className="sr-only">{t('step', { step, steps: DASHBOARD_TYPES.length })}: </span>
              {names.type(type)}
            </h1>
            <p className="mt-1 flex flex-wrap gap-x-4 border-b-2 border-ink pb-2 text-small tabular-nums">
              <span className="me-auto text-ink-2">{t('category')}</span>
              <b>{t('seats', { seats: ownTotals.seats })}</b>
              <b className="money">{formatINR(ownTotals.paise)}</b>
              {ownLines.length > 0 && <Period {...periodOf(ownLines)} decimals={2} />}
            </p>
            <Link
              href={{ pathname: SELECTION_FLOWS.dashboard.plan, query: { type } }}
              className="inline-flex min-h-tap items-center justify-self-start text-small font-semibold text-link underline underline-offset-4"
            >
              {t('plan')}
            </Link>
          </header>
          <SkipToSelection />
          <CartChanges changes={changes} of="selection" />
          <MoveCartToDashboard onBefore={() => commit({ allowEmpty: true })} />
          <Category
            type={type}
            courses={shown}
            isEmpty={isEmpty}
            hidden={hidden}
            isNamed={isNamed}
            draft={draft}
            onToggle={onToggle}
            onSeats={onSeats}
            before={before}
            after={after}
          />
        </div>
        <aside
          {...SELECTION}
          aria-labelledby={lines.length > 0 ? `${id}-summary` : undefined}
          className="sticky top-16 grid max-h-[calc(100dvh-5rem)] content-start gap-4 self-start overflow-y-auto rounded-2 border border-t-4 border-line border-t-marigold bg-surface p-6 outline-none @max-[60rem]:hidden"
        >
          {lines.length > 0 ? (
            <Summary lines={lines} totals={totals} headingId={`${id}-summary`} placed budgetPaise={budgetPaise} />
          ) : (
            <p className="grid gap-1 text-ink-2">
              {list('none')}
              {budgetPaise !== null && <BudgetLine budgetPaise={budgetPaise} spentPaise={0} />}
            </p>
          )}
          <div className="flex flex-wrap gap-3 [&>:last-child]:flex-1">{buttons}</div>
        </aside>
      </div>
      <Dock lines={lines} totals={totals} label={list('title')} budgetPaise={budgetPaise} placed stacked>
        <div className="flex flex-wrap gap-3 [&>:last-child]:flex-1">{buttons}</div>
      </Dock>
      <LiveTotals totals={totals} budgetPaise={budgetPaise} />
      <UnsavedChangesGuard dirty={dirty} onCommit={leave} onDiscard={reset} anyQuery />
      <StorageNotice />
    </div>
  );
}

/**
 * Stores the step for the next visit. A new step scrolls to and focuses its heading.
 * @returns the ref of the heading
 */
function useStepHeading(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    const { currentStep, goToStep } = useSelectionStore.getState();
    if (currentStep !== step) goToStep(step);
    if (before.current === step) return;
    before.current = step;
    window.scrollTo({ top: 0, behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}
