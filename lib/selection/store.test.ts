import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Course } from '@/lib/catalogue/schema';

const KEY = 'course-selection-storage';
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const course = (n: number, left = 41): Course => ({
  id: uuid(n),
  city: 'Indore',
  course_name: 'B.Tech',
  branch: `Branch ${n}`,
  institute_name: '',
  total_seats: 60,
  left_seats: left,
  price_per_seat: '125000.00',
});

let stored: Map<string, string>;
let broken: { read: boolean; write: boolean };

beforeEach(() => {
  stored = new Map();
  broken = { read: false, write: false };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => {
      if (broken.read) throw new DOMException('denied', 'SecurityError');
      return stored.get(key) ?? null;
    },
    setItem: (key: string, value: string) => {
      if (broken.write) throw new DOMException('full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  });
});

/** A store of its own over the same storage: what another tab of the browser has. */
async function openTab() {
  vi.resetModules();
  const { useSelectionStore } = await import('./store');
  await useSelectionStore.persist.rehydrate();
  return useSelectionStore;
}

const readState = () => JSON.parse(stored.get(KEY)!) as { state: Record<string, unknown>; version: number };
const write = (state: unknown, version = 1) => stored.set(KEY, JSON.stringify({ state, version }));

describe('selection store', () => {
  test('R-LIST-20 A-83 Proceed stores the cart under its key and a later visit reads it', async () => {
    const tab = await openTab();
    expect(tab.getState().proceed([course(1)], { [uuid(1)]: 3 })).toMatchObject({ ok: true });
    expect(readState().state.cart).toMatchObject({ [uuid(1)]: { selectedSeats: 3, totalPrice: 375000 } });

    const later = await openTab();
    expect(later.getState().cart[uuid(1)]).toMatchObject({ selectedSeats: 3 });
    expect(later.getState().hydrated).toBe(true);
  });

  test('A-89 nothing is read before it is asked for', async () => {
    write({ cart: {} });
    vi.resetModules();
    const { useSelectionStore } = await import('./store');
    expect(useSelectionStore.getState().hydrated).toBe(false);
    expect(readState()).toEqual({ state: { cart: {} }, version: 1 });
  });

  test('R-VAL-32 R-LIST-27 a selection above the seats left leaves state and storage as they were', async () => {
    const tab = await openTab();
    tab.getState().proceed([course(1)], { [uuid(1)]: 2 });
    const before = { cart: tab.getState().cart, text: stored.get(KEY) };
    expect(tab.getState().proceed([course(2, 4)], { [uuid(2)]: 5 })).toEqual({
      ok: false,
      code: 'seats.none_selected',
    });
    expect(tab.getState().cart).toBe(before.cart);
    expect(stored.get(KEY)).toBe(before.text);
  });

  test('R-LIST-19 two tabs that proceed one after the other keep both selections', async () => {
    const first = await openTab();
    const second = await openTab();
    first.getState().proceed([course(1)], { [uuid(1)]: 1 });
    second.getState().proceed([course(2)], { [uuid(2)]: 2 });
    expect(Object.keys(readState().state.cart as object).sort()).toEqual([uuid(1), uuid(2)]);
  });

  test('R-CART-09 R-STATE-18 clearing empties the cart and its stored copy', async () => {
    const tab = await openTab();
    tab.getState().proceed([course(1), course(2)], { [uuid(1)]: 1, [uuid(2)]: 1 });
    tab.getState().removeLine(uuid(1));
    expect(Object.keys(tab.getState().cart)).toEqual([uuid(2)]);
    tab.getState().clearCart();
    expect(tab.getState().cart).toEqual({});
    expect(readState().state.cart).toEqual({});
  });

  test('A-83 parts of the stored state that belong to others survive a write', async () => {
    write({ cart: {}, selections: { x: 1 }, currentStep: 3 });
    const tab = await openTab();
    tab.getState().proceed([course(1)], { [uuid(1)]: 1 });
    expect(readState().state).toMatchObject({ selections: { x: 1 }, currentStep: 3 });
  });

  test('A-83 broken lines are dropped and whole ones kept', async () => {
    const tab = await openTab();
    tab.getState().proceed([course(1), course(2)], { [uuid(1)]: 1, [uuid(2)]: 1 });
    const cart = readState().state.cart as Record<string, object>;
    write({
      cart: {
        [uuid(1)]: cart[uuid(1)],
        [uuid(2)]: { ...cart[uuid(2)], selectedSeats: 0 },
        [uuid(3)]: cart[uuid(1)],
        [uuid(4)]: { ...cart[uuid(1)], id: uuid(4), pricePerSeat: 0.001 },
        'not-an-id': 'junk',
      },
    });
    expect(Object.keys((await openTab()).getState().cart)).toEqual([uuid(1)]);
  });

  test.each(['{not json', '"text"', 'null', '{"state":null,"version":1}', '{"state":{"cart":[7]},"version":1}'])(
    'A-83 a broken stored value %s counts as no cart',
    async (text) => {
      stored.set(KEY, text);
      expect((await openTab()).getState()).toMatchObject({ cart: {}, hydrated: true });
    },
  );

  test('A-83 a state of another version is not read', async () => {
    const tab = await openTab();
    tab.getState().proceed([course(1)], { [uuid(1)]: 1 });
    write(readState().state, 99);
    expect((await openTab()).getState().cart).toEqual({});
  });

  test('a full storage keeps the cart in the tab and says so, until a write succeeds again', async () => {
    const tab = await openTab();
    broken.write = true;
    tab.getState().proceed([course(1)], { [uuid(1)]: 1 });
    tab.getState().proceed([course(2)], { [uuid(2)]: 1 });
    expect(Object.keys(tab.getState().cart).sort()).toEqual([uuid(1), uuid(2)]);
    expect(tab.getState().unsaved).toBe(true);

    broken.write = false;
    tab.getState().removeLine(uuid(1));
    expect(tab.getState().unsaved).toBe(false);
    expect(Object.keys(readState().state.cart as object)).toEqual([uuid(2)]);
  });

  test('a storage that is switched off is an empty cart, not a crash', async () => {
    broken = { read: true, write: true };
    const tab = await openTab();
    expect(tab.getState()).toMatchObject({ cart: {}, hydrated: true });
    tab.getState().proceed([course(1)], { [uuid(1)]: 1 });
    expect(Object.keys(tab.getState().cart)).toEqual([uuid(1)]);
  });
});
