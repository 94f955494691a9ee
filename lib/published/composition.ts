import { CATEGORIES, GROUPS, type Group } from '@/db/schema/report-kinds';
import type { CompositionState } from '@/db/schema/enums';
import { FEWEST_SHOWN, tell, type Part } from './progress';

/** How many of the students of an offer are in each group; null: not stated. */
export type GroupCounts = Record<Group, number | null>;

/** What an office stated, and whether it is published. */
export type CompositionCounts = GroupCounts & { students: number; state: CompositionState };

/** What is published of it; null: not stated. */
export type Composition = Record<Group, Part | null>;

/** The seats of a line, and its students in the report. */
type ReportedLine = { seats: number; students: number };

/**
 * Returns the state of totals that are stated now. They are of the whole offer, so that they are published beside the number of its
 * students alone: where that number is hidden for one line, a total would limit it. Totals that were told and are corrected are never
 * told again: the difference would be that of the few whose group changed, or who left.
 * @param lines all lines of the offer
 * @param before the state until now; null if nothing was stated
 */
export function stateOfComposition(lines: readonly ReportedLine[], before: CompositionState | null): CompositionState {
  if (before === 'told' || before === 'withdrawn') return 'withdrawn';
  const students = lines.reduce((sum, line) => sum + line.students, 0);
  const isTold = lines.every((line) => tell({ count: line.students, total: line.seats }).says === 'exactly');
  return isTold && students >= FEWEST_SHOWN ? 'told' : 'untold';
}

const UNTOLD: Part = { says: 'entered', count: 0, of: 0, lines: 1 };

/**
 * Returns what may be published of the groups of an offer's students. SC, ST, OBC and the others add up to all: if one of them is
 * small, none is told, since it would follow from the rest.
 */
export function publishComposition({ students, state, ...counts }: CompositionCounts): Composition {
  const stated = CATEGORIES.flatMap((name) => counts[name] ?? []);
  const others = students - stated.reduce((sum, count) => sum + count, 0);
  const isSmall = (count: number) => count > 0 && count < FEWEST_SHOWN;
  const hidesCategories = [...stated, others].some(isSmall);
  const part = (group: Group): Part | null => {
    const count = counts[group];
    if (count === null) return null;
    if (state !== 'told' || (group !== 'women' && hidesCategories)) return UNTOLD;
    return tell({ count, total: students });
  };
  return Object.fromEntries(GROUPS.map((group) => [group, part(group)])) as Composition;
}
