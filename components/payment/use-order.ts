'use client';

import { useFreshLines } from '@/components/cart/use-fresh-lines';
import type { Cart } from '@/lib/selection/schema';
import { useChosen, useSelectionStore } from '@/lib/selection/store';
import { fetchCourses } from './api';

const NONE: Cart = {};

const source = {
  read: () => useSelectionStore.getState().chosen,
  change: useSelectionStore.getState().changeChosen,
  load: fetchCourses,
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
