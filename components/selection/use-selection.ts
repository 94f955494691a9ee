'use client';

import { useCallback, useMemo } from 'react';
import { notify } from '@/components/platform/ui/toaster';
import type { Course } from '@/lib/catalogue/schema';
import type { Outcome } from '@/lib/platform/errors';
import { errorText } from '@/lib/platform/i18n/errors';
import { entriesFromDraft, storedElsewhere, totalsOf, type ListScope } from '@/lib/selection/rules';
import { useCart, useChosen, useSelectionStore } from '@/lib/selection/store';
import { SELECTION_FLOWS, type SelectionFlow } from './selection-flows';
import { SEATS_TOAST, useDraft } from './use-draft';

/**
 * The selection of a page's courses: draft, lines and totals, and functions to store it in the cart or in the dashboard
 * selection. A refusal shows a toast and returns false.
 * @param scope for a list in pages: stored lines of the list whose courses were not shown yet count as well
 */
export function useSelection(courses: readonly Course[], flow: SelectionFlow, scope?: ListScope) {
  const { cart } = useCart();
  const { chosen, hydrated } = useChosen();
  const stored = flow === 'public' ? cart : chosen;
  const { draft, dirty, onToggle, onSeats, reset } = useDraft(courses, stored, SELECTION_FLOWS[flow].autoSelect);
  const unseen = useMemo(() => (scope ? storedElsewhere(stored, scope, courses) : []), [stored, scope, courses]);
  const lines = useMemo(() => [...entriesFromDraft(courses, draft), ...unseen], [courses, draft, unseen]);
  const totals = useMemo(() => totalsOf(lines), [lines]);

  /** Stores the draft; an empty one only if allowed. */
  const commit = useCallback(
    (options?: { allowEmpty: boolean }) => {
      const { proceed, choose } = useSelectionStore.getState();
      const allowEmpty = options?.allowEmpty || unseen.length > 0;
      const outcome = (flow === 'public' ? proceed : choose)(courses, draft, { allowEmpty });
      if (outcome.ok) reset();
      return showProblem(outcome);
    },
    [courses, draft, unseen, flow, reset],
  );
  /** Marks the stored selection as complete for the next page. */
  const complete = useCallback(
    () => flow === 'public' || showProblem(useSelectionStore.getState().completeSelection()),
    [flow],
  );
  return { hydrated, draft, dirty, lines, totals, onToggle, onSeats, commit, complete, reset };
}

function showProblem(outcome: Outcome<object>): boolean {
  if (!outcome.ok) notify.error(errorText(outcome.code, outcome.params), SEATS_TOAST);
  return outcome.ok;
}
