'use client';

import { z } from 'zod';
import { getJson } from '@/lib/api/client';
import { courseSchema } from '@/lib/catalogue/schema';
import { useCart, useSelectionStore } from '@/lib/selection/store';
import { useFreshLines } from './use-fresh-lines';

const courses = z.array(courseSchema);

const source = {
  read: () => useSelectionStore.getState().cart,
  change: useSelectionStore.getState().changeCart,
  load: (ids: readonly string[]) => getJson(`/courses?ids=${ids.join(',')}`, courses),
};

/** The cart, brought up to date with the catalogue (A-03); what else it gives is useFreshLines'. */
export function useFreshCart() {
  const { cart, hydrated } = useCart();
  return { cart, hydrated, ...useFreshLines({ active: hydrated, ...source }) };
}
