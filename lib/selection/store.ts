'use client';

import { useEffect } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Course } from '@/lib/catalogue/schema';
import type { Outcome } from '@/lib/core/errors';
import { STORAGE_KEY, VERSION } from './cart-storage';
import { clampStep, mergeIntoCart, type SeatDraft } from './rules';
import { toSelectedCourses, type Cart, type SelectedCourse } from './schema';
import { publishCart } from './use-cart-count';
import { isRefusing, NOTHING_CHOSEN, readStoredState, storage, type StoredState } from './selection-storage';

type SelectionState = StoredState & {
  /** False until the browser's storage has been read: until then show a skeleton, never the empty state. */
  hydrated: boolean;
  /** True while the browser refuses to keep the selection (storage off or full); it then lives in this tab only. */
  unsaved: boolean;
  /** 'Proceed to Lock': merges a page's draft into the stored cart (R-LIST-19, R-LIST-20). A refusal changes nothing. */
  proceed: (
    courses: readonly Course[],
    draft: SeatDraft,
    options?: { allowEmpty?: boolean },
  ) => Outcome<{ cart: Cart }>;
  /** Changes the cart as it is stored now, whichever tab wrote it last; a change that returns what it got writes nothing. */
  changeCart: (change: (cart: Cart) => Cart) => void;
  removeLine: (courseId: string) => void;
  clearCart: () => void;
  /** proceed for the dashboard: merges a page's draft into what the sponsor chose there (R-DSEL-10, A-60). */
  choose: (courses: readonly Course[], draft: SeatDraft, options?: { allowEmpty?: boolean }) => Outcome<{ cart: Cart }>;
  /** changeCart for what is chosen in the dashboard; what is on its way to payment follows. */
  changeChosen: (change: (chosen: Cart) => Cart) => void;
  /** 'Complete' and 'Proceed to Lock': sends all that is chosen on its way to payment (R-WIZ-06, R-WIZ-07), or 'seats.none_selected'. */
  completeSelection: () => Outcome<{ selectedCourses: SelectedCourse[] }>;
  /** Moves the wizard; a step beyond the first or the last is that one (R-WIZ-03, R-WIZ-04). */
  goToStep: (step: number) => void;
  /** Forgets the dashboard's selection and its step, not whose it is: after payment (R-DPAY-18). The cart stays. */
  clearDashboardSelection: () => void;
  /** clearDashboardSelection and its owner as well: at logout. */
  forgetDashboard: () => void;
  /** Says who is signed in: what somebody else chose in this browser is forgotten. */
  adoptOwner: (userId: string) => void;
};

/** The sponsor's choice of seats, kept in the browser under `course-selection-storage` and shared by its tabs. */
export const useSelectionStore = create<SelectionState>()(
  persist(
    (set, get) => {
      // The user whose dashboard this tab shows: unlike `owner` no other tab changes it.
      let user: string | null = null;
      // Another tab may have written since: what is stored wins, unless the storage did not take this tab's last write.
      const current = () => (get().unsaved ? storedPart(get()) : readStoredState());
      const save = (part: Partial<StoredState>) => {
        set({ ...current(), ...part });
        if (get().unsaved !== isRefusing()) set({ unsaved: isRefusing() });
      };
      // Once completed, payment shows what is chosen: it never lags behind a later change. Another tab may have logged out
      // or logged somebody else in: what this tab still holds is not theirs.
      const saveChosen = (chosen: Cart) => {
        const { owner, selectedCourses } = current();
        if (user !== null && owner !== user) return;
        const completed = selectedCourses.length > 0;
        save({ chosen, selectedCourses: completed ? toSelectedCourses(chosen) : [] });
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
        completeSelection: () => {
          const selectedCourses = toSelectedCourses(current().chosen);
          if (selectedCourses.length === 0) return { ok: false, code: 'seats.none_selected' };
          save({ selectedCourses });
          return { ok: true, selectedCourses };
        },
        goToStep: (step) => save({ currentStep: clampStep(step) }),
        clearDashboardSelection: () => save({ ...NOTHING_CHOSEN, owner: current().owner }),
        forgetDashboard: () => {
          user = null;
          save(NOTHING_CHOSEN);
        },
        adoptOwner: (userId) => {
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

function storedPart({ cart, chosen, selectedCourses, currentStep, owner }: StoredState): StoredState {
  return { cart, chosen, selectedCourses, currentStep, owner };
}

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

/** What is chosen in the dashboard, what of it is on its way to payment, the wizard's step, and whether all that has been read. */
export function useChosen(): {
  chosen: Cart;
  selectedCourses: SelectedCourse[];
  currentStep: number;
  hydrated: boolean;
} {
  useStoredSelection();
  const chosen = useSelectionStore((state) => state.chosen);
  const selectedCourses = useSelectionStore((state) => state.selectedCourses);
  const currentStep = useSelectionStore((state) => state.currentStep);
  const hydrated = useSelectionStore((state) => state.hydrated);
  return { chosen, selectedCourses, currentStep, hydrated };
}
