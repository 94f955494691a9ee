import type { PersistStorage } from 'zustand/middleware';
import { clampStep } from './rules';
import { readCart, writeCart, writeEntry, type Cart, type WrittenEntry } from './cart';
import { readState, VERSION } from './cart-storage';

/**
 * The selection of a registered sponsor; shared by wizard, city views and payment, separate from the public cart
 * (A-60).
 */
type Dashboard = {
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

/** The selection of a course in the dashboard, with the fields shown in tables, as stored in the browser. */
type StoredSelection = { isSelected: true; seats: number } & Omit<WrittenEntry, 'id' | 'selectedSeats'>;

/** Converts dashboard lines to selections by course id, the stored form. */
function toSelections(chosen: Cart): Record<string, StoredSelection> {
  return Object.fromEntries(
    Object.values(chosen).map((entry) => {
      const { id, selectedSeats: seats, ...line } = writeEntry(entry);
      return [id, { isSelected: true as const, seats, ...line }];
    }),
  );
}

/** Converts stored selections to dashboard lines, dropping invalid ones like readCart and unselected ones. */
function readSelections(stored: unknown): Cart {
  if (typeof stored !== 'object' || stored === null) return {};
  const lines = Object.entries(stored as Record<string, Partial<StoredSelection> | null>).flatMap(([id, selection]) =>
    selection?.isSelected === true ? [[id, { ...selection, id, selectedSeats: selection.seats }] as const] : [],
  );
  return readCart(Object.fromEntries(lines));
}

/** A line with the fields of §3 and §7. */
type SelectedCourse = Pick<
  WrittenEntry,
  'id' | 'courseName' | 'branch' | 'selectedSeats' | 'pricePerSeat' | 'totalPrice'
>;

/** Converts chosen courses for the payment API, and for the browser's storage once completed. */
export function toSelectedCourses(chosen: Cart): SelectedCourse[] {
  return Object.values(chosen).map((entry) => {
    const { id, courseName, branch, selectedSeats, pricePerSeat, totalPrice } = writeEntry(entry);
    return { id, courseName, branch, selectedSeats, pricePerSeat, totalPrice };
  });
}

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
