'use client';

import { useEffect } from 'react';
import { create } from 'zustand';
import { persist, type PersistStorage, type StorageValue } from 'zustand/middleware';
import type { Course } from '@/lib/catalogue/schema';
import type { Outcome } from '@/lib/core/errors';
import { mergeIntoCart, totalsOf, type Draft } from './rules';
import { readCart, type Cart } from './schema';

/** Where the selection lives in local storage (R-ENT-12, A-83). */
const STORAGE_KEY = 'course-selection-storage';
const VERSION = 1;

type Stored = { cart: Cart };

type SelectionState = Stored & {
  /** False until the browser's storage has been read: until then show a skeleton, never the empty state. */
  hydrated: boolean;
  /** True while the browser refuses to keep the cart (storage off or full); it then lives in this tab only. */
  unsaved: boolean;
  /** 'Proceed to Lock': merges a page's draft into the stored cart (R-LIST-19, R-LIST-20). A refusal changes nothing. */
  proceed: (courses: readonly Course[], draft: Draft, options?: { allowEmpty?: boolean }) => Outcome<{ cart: Cart }>;
  /** Changes the cart as it is stored now, whichever tab wrote it last; a change that returns what it got writes nothing. */
  changeCart: (change: (cart: Cart) => Cart) => void;
  removeLine: (courseId: string) => void;
  clearCart: () => void;
};

/** The whole object under the key, with the parts that are not this store's; null when there is none that can be used. */
function readStored(): StorageValue<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null');
    const { state, version } = (value ?? {}) as Partial<StorageValue<unknown>>;
    if (version !== VERSION || typeof state !== 'object' || state === null) return null;
    return { state: { ...state }, version };
  } catch {
    return null;
  }
}

let lastWriteFailed = false;

const storage: PersistStorage<Stored> = {
  getItem: () => {
    const stored = readStored();
    return stored && { state: { cart: readCart(stored.state.cart) }, version: VERSION };
  },
  setItem: (name, { state }) => {
    try {
      localStorage.setItem(name, JSON.stringify({ state: { ...readStored()?.state, ...state }, version: VERSION }));
      lastWriteFailed = false;
    } catch {
      lastWriteFailed = true;
    }
  },
  removeItem: (name) => localStorage.removeItem(name),
};

/** The sponsor's choice of seats, kept in the browser under `course-selection-storage` and shared by its tabs. */
export const useSelectionStore = create<SelectionState>()(
  persist(
    (set, get) => {
      // Another tab may have written since: what is stored wins, unless the storage did not take this tab's last write.
      const current = () => (get().unsaved ? get().cart : readCart(readStored()?.state.cart));
      const save = (cart: Cart) => {
        set({ cart });
        if (get().unsaved !== lastWriteFailed) set({ unsaved: lastWriteFailed });
      };
      return {
        cart: {},
        hydrated: false,
        unsaved: false,
        proceed: (courses, draft, options) => {
          const merged = mergeIntoCart(current(), courses, draft, options);
          if (merged.ok) save(merged.cart);
          return merged;
        },
        changeCart: (change) => {
          const before = current();
          const after = change(before);
          if (after !== before) save(after);
        },
        removeLine: (courseId) =>
          get().changeCart((cart) => Object.fromEntries(Object.entries(cart).filter(([id]) => id !== courseId))),
        clearCart: () => save({}),
      };
    },
    {
      name: STORAGE_KEY,
      version: VERSION,
      storage,
      skipHydration: true,
      partialize: ({ cart }) => ({ cart }),
      merge: (stored, state) => ({
        ...state,
        cart: state.unsaved ? state.cart : ((stored as Stored | undefined)?.cart ?? {}),
        hydrated: true,
      }),
    },
  ),
);

/** Reads the browser's storage after mount and follows what other tabs write. Call it in every island that shows the selection. */
function useStoredSelection() {
  useEffect(() => {
    if (!useSelectionStore.getState().hydrated) void useSelectionStore.persist.rehydrate();
    const follow = (event: StorageEvent) => {
      if (event.key === STORAGE_KEY || event.key === null) void useSelectionStore.persist.rehydrate();
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
}

/** The cart, and whether it has been read already. */
export function useCart(): { cart: Cart; hydrated: boolean } {
  useStoredSelection();
  const cart = useSelectionStore((state) => state.cart);
  const hydrated = useSelectionStore((state) => state.hydrated);
  return { cart, hydrated };
}

/** How many seats the cart holds; 0 until the browser's storage has been read. */
export function useCartSeats(): number {
  return totalsOf(Object.values(useCart().cart)).seats;
}
