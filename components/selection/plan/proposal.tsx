'use client';

import { ArrowRight } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useNames } from '@/components/platform/i18n/use-names';
import { ChosenSeats } from '@/components/selection/chosen-seats';
import { Dock } from '@/components/selection/dock';
import { LiveTotals } from '@/components/selection/live-totals';
import { Period as PeriodText } from '@/components/selection/period';
import { SELECTION_FLOWS, type SelectionFlow } from '@/components/selection/selection-flows';
import { StorageNotice } from '@/components/selection/storage-notice';
import { SEATS_TOAST } from '@/components/selection/use-draft';
import { Button } from '@/components/platform/ui/button';
import { cn } from '@/components/platform/ui/cn';
import { notify } from '@/components/platform/ui/toaster';
import { instituteKeyOf } from '@/lib/catalogue/names';
import type { Course } from '@/lib/catalogue/schema';
import type { Outcome, Problem } from '@/lib/platform/errors';
import { formatINR } from '@/lib/platform/money';
import { errorText } from '@/lib/platform/i18n/errors';
import type { PlanDrawing } from '@/lib/map/state-drawing';
import { periodOf, wholeCoursePaise } from '@/lib/adoption/core/period';
import type { PlanLine } from '@/lib/selection/plan/match';
import type { Period } from '@/lib/selection/plan/wishes';
import { entriesFromDraft, setSeats, toggle, totalsOf, type SeatDraft } from '@/lib/selection/rules';
import { useChosen, useSelectionStore } from '@/lib/selection/store';
import { PlanMap } from './plan-map';
import { ProposalLine } from './proposal-line';

type ProposalProps = {
  lines: readonly PlanLine[];
  /** The state around the districts of the lines. */
  drawing: PlanDrawing;
  /** Paise for the period. */
  budget: number;
  period: Period;
  /** What of the budget is in the cart already, in paise; null if the cart is not considered. */
  counted: { paise: number } | null;
  flow: SelectionFlow;
  title: string;
  /** True if each line names its session. */
  isNamed: boolean;
  /** What is known about the best possible choice, and how the rest could be spent; shown while the proposal is unchanged. */
  proof: ReactNode;
  spend: ReactNode;
};

/** Lines that are listed at first: each is 7 kB of HTML, mostly its seats. */
const LISTED_LINES = 40;

/** The proposed seats: each line can be changed or removed, and all are put into the cart or selection together. */
export function Proposal({
  lines: proposed,
  drawing,
  budget,
  period,
  counted,
  flow,
  title,
  isNamed,
  proof,
  spend,
}: ProposalProps) {
  const t = useTranslations('proposal');
  const names = useNames();
  const router = useRouter();
  const proposal = useMemo(
    (): SeatDraft => Object.fromEntries(proposed.map(({ course, seats }) => [course.id, seats])),
    [proposed],
  );
  const [draft, setDraft] = useState(proposal);
  const [isLong, setIsLong] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useChosen();

  const shown = proposed.filter(({ course }) => course.id in draft);
  const listed = isLong ? shown : shown.slice(0, LISTED_LINES);
  const courses = shown.map(({ course }) => course);
  const lines = entriesFromDraft(courses, draft);
  const totals = totalsOf(lines);
  const institutes = new Set(lines.map(instituteKeyOf)).size;

  const onSeats = (course: Course, typed: string): Problem | null => {
    const outcome = setSeats(draft, course, typed, { autoSelect: true });
    if (outcome.ok) setDraft(outcome.draft);
    return showProblem(outcome);
  };
  const onRemove = (course: Course, neighbour: HTMLElement | null) => {
    // Do not focus the next 'Remove': holding the key would remove everything.
    (neighbour ?? heading.current)?.focus();
    const outcome = toggle(draft, course);
    if (outcome.ok) setDraft(outcome.draft);
    notify.info(t('removed', { course: names.branch(course.branch, course.branch_hindi) }), SEATS_TOAST);
  };
  const put = () => {
    const { proceed, choose, completeSelection } = useSelectionStore.getState();
    // The seats that were counted stay: the proposal comes on top of them, however often it is put.
    const all = shown.map(({ course, inCart }) => ({ ...course, left_seats: course.left_seats + inCart }));
    const sums = shown.map(({ course: { id }, inCart }) => [id, draft[id]! + inCart] as const);
    const stored = (flow === 'public' ? proceed : choose)(all, Object.fromEntries(sums));
    if (showProblem(stored)) return;
    if (flow === 'dashboard' && showProblem(completeSelection())) return;
    router.push(SELECTION_FLOWS[flow].next);
  };

  const wholeCourse = wholeCoursePaise(lines);
  const spent = (counted?.paise ?? 0) + (period === 'year' ? totals.paise : (wholeCourse ?? 0));
  const left = budget - spent;
  const amount = formatINR(Math.abs(left));
  const button = (
    <Button wide onClick={put}>
      {t('put', { flow })}
      <ArrowRight aria-hidden />
    </Button>
  );
  return (
    <>
      <div className="wrap grid grow grid-cols-[minmax(0,1fr)] content-start gap-x-12 gap-y-8 pb-18 @min-[60rem]:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="proposal" className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <header className="grid grid-cols-[minmax(0,1fr)] gap-2">
            <h2 ref={heading} id="proposal" tabIndex={-1} className="outline-none">
              {title}
            </h2>
            <p className="text-lead">
              <b>{t('total', { seats: totals.seats, institutes })}</b>
            </p>
            <p className="flex flex-wrap items-baseline gap-x-2">
              <b className="money">{formatINR(totals.paise)}</b>
              <PeriodText {...periodOf(lines)} decimals={2} />
            </p>
            {/* eslint-disable-next-line product/translated-text -- elements only */}
            {draft === proposal ? (
              proof
            ) : (
              <Button
                variant="bare"
                size="inline"
                className="justify-self-start text-small"
                onClick={() => {
                  setDraft(proposal);
                  heading.current?.focus();
                }}
              >
                {t('restore')}
              </Button>
            )}
          </header>
          <PlanMap drawing={drawing} lines={lines} />
          {shown.length === 0 && <p>{t('empty')}</p>}
          <ul className="grid grid-cols-[minmax(0,1fr)] border-t-2 border-ink">
            {listed.map(({ course, inCart }) => (
              <ProposalLine
                key={course.id}
                course={course}
                isNamed={isNamed}
                inCart={inCart > 0 ? t('moreInCart', { flow, seats: inCart }) : null}
                seats={draft[course.id]!}
                onSeats={onSeats}
                onRemove={onRemove}
              />
            ))}
          </ul>
          {listed.length < shown.length && (
            <Button variant="line" className="justify-self-start" onClick={() => setIsLong(true)}>
              {t('showAll', { courses: shown.length })}
            </Button>
          )}
          {/* eslint-disable-next-line product/translated-text -- elements only */}
          {draft === proposal && spend}
        </section>
        <aside className="grid grid-cols-[minmax(0,1fr)] content-start">
          <section
            aria-label={t('sum')}
            className="grid gap-4 rounded-2 border border-t-4 border-line border-t-marigold bg-surface p-4 md:p-6"
          >
            <ChosenSeats lines={lines} />
            <p className="grid gap-1 border-t-2 border-ink pt-3">
              <span className="font-semibold">{t('sum')}</span>
              <span className="num text-h2 leading-tight wrap-anywhere">{formatINR(totals.paise)}</span>
              <PeriodText {...periodOf(lines)} decimals={2} />
            </p>
            {/* On narrow screens the dock says it. */}
            <p
              className={cn(
                'hidden text-small @min-[60rem]:block print:block',
                left < 0 ? 'font-semibold text-error' : 'text-ink-2',
              )}
            >
              {t(left < 0 ? 'over' : 'left', { amount, budget: formatINR(budget) })}
            </p>
            {button}
            {counted === null && <p className="text-cap text-ink-2 print:hidden">{t('already')}</p>}
          </section>
        </aside>
      </div>
      <Dock lines={lines} totals={totals} label={t('put', { flow })} placed>
        <div className="grid justify-items-end gap-1">
          <p className={cn('text-cap tabular-nums', left < 0 ? 'font-semibold text-error' : 'text-ink-2')}>
            {t(left < 0 ? 'overShort' : 'leftShort', { amount })}
          </p>
          {button}
        </div>
      </Dock>
      <LiveTotals totals={totals} />
      <StorageNotice />
    </>
  );
}

/** Shows why something was refused; null after a success. */
function showProblem(outcome: Outcome<object>): Problem | null {
  if (outcome.ok) return null;
  notify.error(errorText(outcome.code, outcome.params), SEATS_TOAST);
  return outcome;
}
