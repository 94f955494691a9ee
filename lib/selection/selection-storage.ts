import type { PersistStorage } from 'zustand/middleware';
import { clampStep } from './rules';
import { readCart, type Cart } from './cart';
import { readState, VERSION } from './cart-storage';
import { readSelections, toSelectedCourses, toSelections, type SelectedCourse, type StoredSelection } from './schema';

/** What a registered sponsor chose; wizard, city views and payment share it, the public cart does not. */
export type Dashboard = {
  /** The chosen courses, in the form of a cart so that both flows have one set of rules. */
  chosen: Cart;
  /** The chosen courses on their way to payment; empty until the selection has been completed. */
  selectedCourses: SelectedCourse[];
  /** The wizard's step, 1 to 4. */
  currentStep: number;
  /** The user who chose; null when nobody did. */
  owner: string | null;
};

/** All that the browser keeps. */
export type StoredState = Dashboard & { cart: Cart };

export const NOTHING_CHOSEN: Dashboard = { chosen: {}, selectedCourses: [], currentStep: 1, owner: null };

/** How it is written: the names of §3, which are not those of the program. */
type WrittenState = { cart: Cart; selections: Record<string, StoredSelection> } & Omit<Dashboard, 'chosen'>;

/** What is kept now, whichever tab wrote it last; broken values are dropped, each by itself. */
export function readStoredState(): StoredState {
  const { cart, selections, selectedCourses, currentStep, owner } = readState() ?? {};
  const chosen = readSelections(selections);
  const completed = Array.isArray(selectedCourses) && selectedCourses.length > 0;
  return {
    cart: readCart(cart),
    chosen,
    selectedCourses: completed ? toSelectedCourses(chosen) : [],
    currentStep: clampStep(currentStep),
    owner: typeof owner === 'string' ? owner : null,
  };
}

let lastWriteFailed = false;

/** True while the browser refuses to keep what it is given: storage off or full. */
export const isRefusing = () => lastWriteFailed;

export const storage: PersistStorage<StoredState> = {
  getItem: () => (readState() ? { state: readStoredState(), version: VERSION } : null),
  setItem: (name, { state: { chosen, ...stored } }) => {
    const state: WrittenState = { ...stored, selections: toSelections(chosen) };
    try {
      localStorage.setItem(name, JSON.stringify({ state: { ...readState(), ...state }, version: VERSION }));
      lastWriteFailed = false;
    } catch {
      lastWriteFailed = true;
    }
  },
  removeItem: (name) => localStorage.removeItem(name),
};
