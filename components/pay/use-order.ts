'use client';

import { useFreshLines } from '@/components/cart/use-fresh-lines';
import { useChosen, useSelectionStore } from '@/lib/selection/store';
import type { Cart } from '@/lib/selection/schema';
import { loadCourses } from './calls';
import { ownSeats } from './flow';
import { usePay } from './flow-store';

const NONE: Cart = {};

const source = {
  read: () => useSelectionStore.getState().chosen,
  change: useSelectionStore.getState().changeChosen,
  // Seats held for this sponsor are not left for others, but a new code gives them back first.
  load: async () => {
    const answer = await loadCourses();
    if (!answer.ok) return answer;
    const own = ownSeats(usePay.getState().flow);
    return {
      ...answer,
      data: answer.data.map((course) => ({ ...course, left_seats: course.left_seats + (own[course.id] ?? 0) })),
    };
  },
};

/** The courses on their way to payment; empty until the selection was completed (R-DPAY-02). */
export function useOrder(): { order: Cart; hydrated: boolean } {
  const { chosen, selectedCourses, hydrated } = useChosen();
  return { order: selectedCourses.length > 0 ? chosen : NONE, hydrated };
}

/** Keeps the choice up to date with the catalogue while nothing is promised to the sponsor yet. */
export function useFreshOrder({ active }: { active: boolean }) {
  return useFreshLines({ active, ...source });
}
