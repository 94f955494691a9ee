'use client';

import { useSyncExternalStore } from 'react';
import { openLines, readCart, type Cart } from './cart';
import { readState, STORAGE_KEY } from './cart-storage';

/** The cart of this tab's store; null until the store is loaded, and after another tab has written. */
let published: Cart | null = null;
const listeners = new Set<() => void>();

/**
 * Called by the store on every change of its cart; the only source of the count if the browser cannot store the cart.
 */
export function publishCart(cart: Cart): void {
  published = cart;
  for (const listener of [...listeners]) listener();
}

/**
 * Returns the number of seats in the cart that are not adopted yet; 0 until local storage has been read. For the header of every page: it loads
 * neither the store nor its libraries, and follows changes by this and other tabs.
 */
export const useCartCount = () => useSyncExternalStore(follow, countSeats, () => 0);

function countSeats(): number {
  return Object.values(openLines(published ?? readCart(readState()?.cart))).reduce(
    (sum, { selectedSeats }) => sum + selectedSeats,
    0,
  );
}

function follow(listener: () => void): () => void {
  const another = ({ key }: StorageEvent) => {
    if (key !== STORAGE_KEY && key !== null) return;
    published = null;
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', another);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', another);
  };
}
