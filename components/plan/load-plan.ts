import 'server-only';
import { loadCoursesForPage } from '@/components/selection/load-courses';
import type { ErrorCode } from '@/lib/core/errors';
import { placeFinder } from '@/lib/places/rules';
import { planSeats, type Plan } from '@/lib/plan/match';
import type { Wishes } from '@/lib/plan/wishes';

/** A proposal, or why there is none. */
export type LoadedPlan =
  | { ok: true; plan: Plan; dropped: number }
  | { ok: false; problem: 'place' }
  | { ok: false; problem: 'load'; code: ErrorCode };

/**
 * Proposes seats from those that are left now. Never throws: a failed load is logged and returned.
 * @param holder the sponsor whose own held seats count as left
 */
export async function loadPlan(wishes: Wishes, holder?: string): Promise<LoadedPlan> {
  const load = await loadCoursesForPage({
    holder,
    ...(wishes.types.length === 1 && { courseType: wishes.types[0] }),
  });
  if (!load.ok) return { ok: false, problem: 'load', code: load.code };
  const plan = planSeats(load.courses, wishes, placeFinder());
  return plan ? { ok: true, plan, dropped: load.dropped } : { ok: false, problem: 'place' };
}
