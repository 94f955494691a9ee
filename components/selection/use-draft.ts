'use client';

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { notify } from '@/components/platform/ui/toaster';
import type { Course } from '@/lib/catalogue/schema';
import type { Outcome, Problem } from '@/lib/platform/errors';
import { errorText } from '@/lib/platform/i18n/errors';
import { draftFromCart, fitDraft, isDirty, setSeats, toggle, type SeatDraft } from '@/lib/selection/rules';
import type { Cart } from '@/lib/selection/cart';

/** All messages about seats share one toast: a new one replaces the last. */
export const SEATS_TOAST = { id: 'seats' };

/**
 * The unsaved selection of a page. It follows the stored cart until the sponsor changes something. A refused change
 * shows a toast and changes nothing; `onSeats` returns the reason, or null on success. The handlers are stable across
 * renders.
 */
export function useDraft(courses: readonly Course[], cart: Cart, autoSelect: boolean) {
  const stored = useMemo(() => draftFromCart(courses, cart), [courses, cart]);
  const [edited, setEdited] = useState<SeatDraft | null>(null);
  const draft = useMemo(() => (edited ? fitDraft(courses, edited) : stored), [courses, edited, stored]);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);

  const take = useCallback((outcome: Outcome<{ draft: SeatDraft }>): Problem | null => {
    if (!outcome.ok) {
      notify.error(errorText(outcome.code, outcome.params), SEATS_TOAST);
      return outcome;
    }
    latest.current = outcome.draft;
    setEdited(outcome.draft);
    return null;
  }, []);

  const onToggle = useCallback((course: Course) => void take(toggle(latest.current, course)), [take]);
  const onSeats = useCallback(
    (course: Course, typed: string) => take(setSeats(latest.current, course, typed, { autoSelect })),
    [take, autoSelect],
  );
  const reset = useCallback(() => setEdited(null), []);

  return { draft, dirty: isDirty(draft, stored), onToggle, onSeats, reset };
}
