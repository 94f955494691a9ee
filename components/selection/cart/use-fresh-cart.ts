'use client';

import { asSchema, call } from '@/lib/api/client/client';
import { coursesSchema } from '@/lib/catalogue/schema';
import { useCart, useSelectionStore } from '@/lib/selection/store';
import { useFreshLines } from './use-fresh-lines';

const source = {
  read: () => useSelectionStore.getState().cart,
  change: useSelectionStore.getState().changeCart,
  load: (ids: readonly string[]) => {
    const { cart } = useSelectionStore.getState();
    const reservations = [...new Set(ids.flatMap((id) => cart[id]?.reservation ?? []))];
    const query = {
      details: '1',
      ids: ids.join(','),
      ...(reservations.length > 0 && { reservations: reservations.join(',') }),
    } as const;
    return call('GET /courses', { query, read: asSchema(coursesSchema) });
  },
};

/** Keeps the cart in sync with the catalogue; see useFreshLines for the other results. */
export function useFreshCart() {
  const { cart, hydrated } = useCart();
  return { cart, hydrated, ...useFreshLines({ active: hydrated, ...source }) };
}
