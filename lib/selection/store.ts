'use client';

import { useEffect } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Course } from '@/lib/catalogue/schema';
import type { Outcome } from '@/lib/platform/errors';
import { markAdopted } from './cart';
import { STORAGE_KEY, VERSION } from './cart-storage';
import { clampStep, mergeIntoCart, takeBack, takeOver, type SeatDraft } from './rules';
import type { Cart } from './cart';
import { publishCart } from './use-cart-count';
import { isRefusing, NOTHING_CHOSEN, readStoredState, storage, type StoredState } from './selection-storage';

type SelectionState = StoredState & {
  /** False until local storage has been read: show a skeleton until then, never the empty state. */
  hydrated: boolean;
  /** True if the browser cannot store the selection (storage disabled or full); it then exists in this tab only. */
  unsaved: boolean;
  /** 'Proceed to Lock': merges a page's draft into the stored cart. A refusal changes nothing. */
  proceed: (
    courses: readonly Course[],
    draft: SeatDraft,
    options?: { allowEmpty?: boolean },
  ) => Outcome<{ cart: Cart }>;
  /** Changes the stored cart, including changes by other tabs; returning the same cart writes nothing. */
  changeCart: (change: (cart: Cart) => Cart) => void;
  removeLine: (courseId: string) => void;
  clearCart: () => void;
  /** Marks lines of the cart as adopted under a reference; see markAdopted. */
  markAdopted: (adopted: Cart, reference: string) => void;
  /** proceed for the dashboard: merges a page's draft into the sponsor's selection. */
  choose: (courses: readonly Course[], draft: SeatDraft, options?: { allowEmpty?: boolean }) => Outcome<{ cart: Cart }>;
  /** changeCart for the dashboard's selection; an empty one is not submitted for payment. */
  changeChosen: (change: (chosen: Cart) => Cart) => void;
  /** Moves the open lines of the cart into the selection of a sponsor; see takeOver. A refusal changes nothing. */
  takeOver: (userId: string) => Outcome<object>;
  /** Moves the dashboard's selection into the cart. A refusal changes nothing. */
  takeBack: () => Outcome<object>;
  /** 'Complete' and 'Proceed to Lock': submits the selection for payment, or returns 'seats.none_selected'. */
  completeSelection: () => Outcome<object>;
  /** Moves to a wizard step, clamped to the first and last. */
  goToStep: (step: number) => void;
  /** Clears the dashboard's selection and its step, but not its owner: after payment. The cart stays. */
  clearDashboardSelection: () => void;
  /** clearDashboardSelection including the owner: at logout. */
  forgetDashboard: () => void;
  /** Sets the signed-in user; clears a selection that another user made in this browser. */
  claimSelectionFor: (userId: string) => void;
};

/** The sponsor's selection of seats, stored in the browser under `course-selection-storage` and shared by its tabs. */
export const useSelectionStore = create<SelectionState>()(
  persist(
    (set, get) => {
      // The user whose dashboard this tab shows: unlike `owner`, other tabs do not change it.
      let user: string | null = null;
      // Another tab may have written since: the stored state wins, unless this tab's last write failed.
      const current = () => (get().unsaved ? storedPart(get()) : readStoredState());
      const save = (part: Partial<StoredState>) => {
        set({ ...current(), ...part });
        if (get().unsaved !== isRefusing()) set({ unsaved: isRefusing() });
      };
      // If another tab has logged out or logged another user in, this tab's selection must not be saved for that user.
      const saveChosen = (chosen: Cart) => {
        const { owner, isCompleted } = current();
        if (user !== null && owner !== user) return;
        save({ chosen, isCompleted: isCompleted && Object.keys(chosen).length > 0 });
      };
      return {
        cart: {},
        ...NOTHING_CHOSEN,
        hydrated: false,
        unsaved: false,
        proceed: (courses, draft, options) => {
          const merged = mergeIntoCart(current().cart, courses, draft, options);
          if (merged.ok) save({ cart: merged.cart });
          return merged;
        },
        changeCart: (change) => {
          const { cart: before } = current();
          const after = change(before);
          if (after !== before) save({ cart: after });
        },
        removeLine: (courseId) =>
          get().changeCart((cart) => Object.fromEntries(Object.entries(cart).filter(([id]) => id !== courseId))),
        clearCart: () => save({ cart: {} }),
        markAdopted: (adopted, reference) => get().changeCart((cart) => markAdopted(cart, adopted, reference)),
        choose: (courses, draft, options) => {
          const merged = mergeIntoCart(current().chosen, courses, draft, options);
          if (merged.ok) saveChosen(merged.cart);
          return merged;
        },
        changeChosen: (change) => {
          const { chosen: before } = current();
          const after = change(before);
          if (after !== before) saveChosen(after);
        },
        takeOver: (userId) => {
          get().claimSelectionFor(userId);
          const { cart, chosen } = current();
          const taken = takeOver(cart, chosen);
          if (taken.ok) save({ cart: taken.cart, chosen: taken.chosen, isCompleted: false });
          return taken;
        },
        takeBack: () => {
          const { cart, chosen, owner } = current();
          const taken = takeBack(cart, chosen);
          if (taken.ok) save({ cart: taken.cart, ...NOTHING_CHOSEN, owner });
          return taken;
        },
        completeSelection: () => {
          if (Object.keys(current().chosen).length === 0) return { ok: false, code: 'seats.none_selected' };
          save({ isCompleted: true });
          return { ok: true };
        },
        goToStep: (step) => save({ currentStep: clampStep(step) }),
        clearDashboardSelection: () => save({ ...NOTHING_CHOSEN, owner: current().owner }),
        forgetDashboard: () => {
          user = null;
          save(NOTHING_CHOSEN);
        },
        claimSelectionFor: (userId) => {
          user = userId;
          if (current().owner !== userId) save({ ...NOTHING_CHOSEN, owner: userId });
        },
      };
    },
    {
      name: STORAGE_KEY,
      version: VERSION,
      storage,
      skipHydration: true,
      partialize: (state) => storedPart(state),
      merge: (stored, state) => ({
        ...state,
        ...(state.unsaved ? {} : ((stored as StoredState | undefined) ?? { cart: {}, ...NOTHING_CHOSEN })),
        hydrated: true,
      }),
    },
  ),
);

useSelectionStore.subscribe(({ cart, hydrated }) => {
  if (hydrated) publishCart(cart);
});

function storedPart({ cart, chosen, isCompleted, currentStep, owner }: StoredState): StoredState {
  return { cart, chosen, isCompleted, currentStep, owner };
}

let following = false;

/**
 * Follows what other tabs write for as long as the page lives. A listener that comes and goes with an island misses what
 * is written during a navigation.
 */
function followOtherTabs() {
  if (following) return;
  following = true;
  window.addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY || key === null) void useSelectionStore.persist.rehydrate();
  });
}

/** Reads the browser's storage after mount and follows other tabs. Call it in every island that shows the selection. */
function useStoredSelection() {
  useEffect(() => {
    if (!useSelectionStore.getState().hydrated) void useSelectionStore.persist.rehydrate();
    followOtherTabs();
  }, []);
}

/** Returns the cart, and whether it has been read. */
export function useCart(): { cart: Cart; hydrated: boolean } {
  useStoredSelection();
  const cart = useSelectionStore((state) => state.cart);
  const hydrated = useSelectionStore((state) => state.hydrated);
  return { cart, hydrated };
}

/**
 * Returns the dashboard's selection, whether it is submitted for payment, the wizard's step, and whether they have been
 * read.
 */
export function useChosen(): {
  chosen: Cart;
  isCompleted: boolean;
  currentStep: number;
  hydrated: boolean;
} {
  useStoredSelection();
  const chosen = useSelectionStore((state) => state.chosen);
  const isCompleted = useSelectionStore((state) => state.isCompleted);
  const currentStep = useSelectionStore((state) => state.currentStep);
  const hydrated = useSelectionStore((state) => state.hydrated);
  return { chosen, isCompleted, currentStep, hydrated };
}
