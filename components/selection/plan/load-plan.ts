import 'server-only';
import { loadCoursesForPage } from '@/components/selection/load-courses';
import type { ErrorCode, ErrorParams } from '@/lib/platform/errors';
import { getLocale } from '@/lib/platform/i18n/server';
import { drawAround, type PlanDrawing } from '@/lib/map/state-drawing';
import { loadPlaces } from '@/lib/catalogue/places/queries';
import { countCostlyPage } from '@/lib/platform/site/costly-pages';
import { noteFailedLoad } from '@/lib/platform/site/failed-load';
import type { Figures } from '@/lib/catalogue/district-figures/schema';
import { planSeats, type Plan, type PlanResult } from '@/lib/selection/plan/match';
import type { Wishes } from '@/lib/selection/plan/wishes';
import type { SponsorScope } from '@/lib/accounts/session';

/** A proposal, or why there is none. */
type LoadedPlan =
  | { ok: true; plan: Plan; drawing: PlanDrawing; dropped: number }
  | Exclude<PlanResult, { ok: true }>
  | { ok: false; problem: 'load'; code: ErrorCode; params?: ErrorParams };

/**
 * Proposes seats from those that are left now. Never throws: a failed load is logged and returned.
 * @param figures the operator's figures by district; null without a file
 * @param holder the sponsor whose own held and reserved seats count as left
 */
export async function loadPlan(
  wishes: Wishes,
  figures: Figures | null = null,
  holder?: SponsorScope,
): Promise<LoadedPlan> {
  const time = await countCostlyPage(await getLocale()).catch(async (error: unknown) => {
    await noteFailedLoad('plan_limit_failed', error);
    return undefined;
  });
  if (time === undefined) return { ok: false, problem: 'load', code: 'course.load_failed' };
  if (time !== null) return { ok: false, problem: 'load', code: 'request.too_many', params: { time } };
  const [load, places] = await Promise.all([
    // The cart can have seats of every type.
    loadCoursesForPage({ holder, ...(wishes.types.length === 1 && !wishes.cart && { courseType: wishes.types[0] }) }),
    loadPlaces().catch(async (error: unknown) => {
      await noteFailedLoad('places_load_failed', error);
      return null;
    }),
  ]);
  if (!load.ok) return { ok: false, problem: 'load', code: load.code };
  if (!places) return { ok: false, problem: 'load', code: 'course.load_failed' };
  const result = planSeats(load.courses, wishes, places, figures);
  if (!result.ok) return result;
  const { plan } = result;
  const drawing = drawAround(
    plan.lines.map(({ course }) => course.city),
    places.districtOf,
  );
  return { ok: true, plan, drawing, dropped: load.dropped };
}
