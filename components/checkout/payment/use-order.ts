'use client';

import { useFreshLines } from '@/components/selection/cart/use-fresh-lines';
import type { Cart } from '@/lib/selection/cart';
import { useChosen, useSelectionStore } from '@/lib/selection/store';
import { fetchCourses } from './api';

const NONE: Cart = {};

const source = {
  read: () => useSelectionStore.getState().chosen,
  change: useSelectionStore.getState().changeChosen,
  load: fetchCourses,
};

/** Returns the courses to pay for; empty until the selection was completed. */
export function useOrder(): { order: Cart; hydrated: boolean } {
  const { chosen, isCompleted, hydrated } = useChosen();
  return { order: isCompleted ? chosen : NONE, hydrated };
}

/** Keeps the selection in sync with the catalogue while no seats are held. */
export function useFreshOrder({ active }: { active: boolean }) {
  return useFreshLines({ active, ...source });
}
