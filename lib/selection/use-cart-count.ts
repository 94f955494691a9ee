'use client';

import { useSyncExternalStore } from 'react';
import { readCart, type Cart } from './cart';
import { readState, STORAGE_KEY } from './cart-storage';

/** The cart as the store of this tab holds it; null until it was opened and once another tab has written since. */
let published: Cart | null = null;
const listeners = new Set<() => void>();

/** Called by the store whenever it holds another cart, which a browser that keeps nothing knows from nowhere else. */
export function publishCart(cart: Cart): void {
  published = cart;
  for (const listener of [...listeners]) listener();
}

/**
 * How many seats the cart holds; 0 until the browser's storage has been read. For the head of every page: it needs
 * neither the store nor its libraries, and follows what this tab and others write.
 */
export const useCartCount = () => useSyncExternalStore(follow, countSeats, () => 0);

function countSeats(): number {
  return Object.values(published ?? readCart(readState()?.cart)).reduce(
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
