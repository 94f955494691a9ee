import type { PersistStorage } from 'zustand/middleware';
import { clampStep } from './rules';
import { readCart, writeCart, type Cart } from './cart';
import { readState, VERSION } from './cart-storage';
import { readSelections, toSelectedCourses, toSelections } from './schema';

/**
 * The selection of a registered sponsor; shared by wizard, city views and payment, separate from the public cart
 * (A-60).
 */
export type Dashboard = {
  /** The chosen courses, as a cart so that both flows share the rules. */
  chosen: Cart;
  /** True once the chosen courses, at least one, are submitted for payment. */
  isCompleted: boolean;
  /** The wizard's step, 1 to 4. */
  currentStep: number;
  /** The user who made the selection; null if none. */
  owner: string | null;
};

/** Everything stored in the browser. */
export type StoredState = Dashboard & { cart: Cart };

export const NOTHING_CHOSEN: Dashboard = { chosen: {}, isCompleted: false, currentStep: 1, owner: null };

/** Reads the stored state, which another tab may have written; drops each invalid value separately. */
export function readStoredState(): StoredState {
  const { cart, selections, selectedCourses, currentStep, owner } = readState() ?? {};
  const chosen = readSelections(selections);
  const isCompleted = Array.isArray(selectedCourses) && selectedCourses.length > 0 && Object.keys(chosen).length > 0;
  return {
    cart: readCart(cart),
    chosen,
    isCompleted,
    currentStep: clampStep(currentStep),
    owner: typeof owner === 'string' ? owner : null,
  };
}

let lastWriteFailed = false;

/** True if the last write failed: storage disabled or full. */
export const isRefusing = () => lastWriteFailed;

export const storage: PersistStorage<StoredState> = {
  getItem: () => (readState() ? { state: readStoredState(), version: VERSION } : null),
  setItem: (name, { state: { cart, chosen, isCompleted, ...stored } }) => {
    const selectedCourses = isCompleted ? toSelectedCourses(chosen) : [];
    // The stored names are those of §3, which differ from the code's.
    const state = { ...stored, cart: writeCart(cart), selections: toSelections(chosen), selectedCourses };
    try {
      localStorage.setItem(name, JSON.stringify({ state: { ...readState(), ...state }, version: VERSION }));
      lastWriteFailed = false;
    } catch {
      lastWriteFailed = true;
    }
  },
  removeItem: (name) => localStorage.removeItem(name),
};
