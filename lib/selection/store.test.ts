import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DASHBOARD_TYPES } from '@/lib/catalogue/schema';
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
  price_paise: 125000_00,
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

/** Creates a separate store over the same storage, like another tab. */
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

  test('A-89 storage is not read before it is needed', async () => {
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

  test('A-83 foreign parts of the stored state survive a write', async () => {
    write({ cart: {}, drafts: { x: 1 } });
    const tab = await openTab();
    tab.getState().proceed([course(1)], { [uuid(1)]: 1 });
    expect(readState().state).toMatchObject({ drafts: { x: 1 } });
  });

  test('A-83 invalid lines are dropped and valid ones kept', async () => {
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

  test('R-ENT-09 R-ENT-10 R-ENT-12 the dashboard keeps selections, selected courses and step beside the cart', async () => {
    const tab = await openTab();
    tab.getState().claimSelectionFor('user-a');
    tab.getState().proceed([course(9)], { [uuid(9)]: 1 });
    expect(tab.getState().choose([course(1), course(2)], { [uuid(1)]: 3 })).toMatchObject({ ok: true });
    tab.getState().goToStep(3);
    expect(readState().state).toMatchObject({ selectedCourses: [], currentStep: 3, owner: 'user-a' });
    expect(tab.getState().completeSelection()).toMatchObject({ ok: true });
    expect(readState().state.selections).toEqual({
      [uuid(1)]: {
        isSelected: true,
        seats: 3,
        totalPrice: 375000,
        pricePerSeat: 125000,
        courseName: 'B.Tech',
        branch: 'Branch 1',
        institute: '',
        city: 'Indore',
      },
    });
    expect(readState().state.selectedCourses).toEqual([
      {
        id: uuid(1),
        courseName: 'B.Tech',
        branch: 'Branch 1',
        selectedSeats: 3,
        pricePerSeat: 125000,
        totalPrice: 375000,
      },
    ]);
    expect(Object.keys(readState().state.cart as object)).toEqual([uuid(9)]);

    const later = (await openTab()).getState();
    expect(later.chosen).toEqual(tab.getState().chosen);
    expect(later).toMatchObject({ isCompleted: true, currentStep: 3, owner: 'user-a' });
  });

  test('R-WIZ-06 R-VAL-25 completing without a chosen course is refused and writes nothing', async () => {
    const tab = await openTab();
    expect(tab.getState().completeSelection()).toEqual({ ok: false, code: 'seats.none_selected' });
    expect(stored.has(KEY)).toBe(false);
  });

  test('R-VAL-32 R-DSEL-10 a dashboard draft above the seats left leaves state and storage as they were', async () => {
    const tab = await openTab();
    tab.getState().choose([course(1)], { [uuid(1)]: 2 });
    const before = { chosen: tab.getState().chosen, text: stored.get(KEY) };
    expect(tab.getState().choose([course(2, 4)], { [uuid(2)]: 5 })).toMatchObject({ ok: false });
    expect(tab.getState().chosen).toBe(before.chosen);
    expect(stored.get(KEY)).toBe(before.text);
    tab.getState().choose([course(1, 4)], { [uuid(1)]: 5 }, { allowEmpty: true });
    expect(tab.getState().chosen).toEqual(before.chosen);
  });

  test('A-60 the courses submitted for payment follow later changes, but only after completion', async () => {
    const tab = await openTab();
    tab.getState().choose([course(1), course(2)], { [uuid(1)]: 2, [uuid(2)]: 1 });
    expect(readState().state.selectedCourses).toEqual([]);
    tab.getState().completeSelection();
    tab.getState().choose([course(1)], { [uuid(1)]: 5 });
    expect(readState().state.selectedCourses).toMatchObject([
      { id: uuid(2), selectedSeats: 1 },
      { id: uuid(1), selectedSeats: 5 },
    ]);
    tab.getState().changeChosen(({ [uuid(1)]: stored }) => ({ [uuid(1)]: stored! }));
    expect(readState().state.selectedCourses).toMatchObject([{ id: uuid(1) }]);
    tab.getState().changeChosen(() => ({}));
    expect(tab.getState()).toMatchObject({ isCompleted: false, chosen: {} });
    expect(readState().state.selectedCourses).toEqual([]);
  });

  test('A-30 the same user gets the selection back, another user gets none of it, and the cart stays', async () => {
    const tab = await openTab();
    tab.getState().claimSelectionFor('user-a');
    tab.getState().proceed([course(9)], { [uuid(9)]: 1 });
    tab.getState().choose([course(1)], { [uuid(1)]: 2 });
    tab.getState().completeSelection();
    tab.getState().goToStep(4);

    const again = await openTab();
    again.getState().claimSelectionFor('user-a');
    expect(again.getState()).toMatchObject({ chosen: { [uuid(1)]: { selectedSeats: 2 } }, currentStep: 4 });

    again.getState().claimSelectionFor('user-b');
    expect(again.getState()).toMatchObject({ chosen: {}, isCompleted: false, currentStep: 1, owner: 'user-b' });
    expect(readState().state).toMatchObject({ selections: {}, selectedCourses: [], currentStep: 1, owner: 'user-b' });
    expect(Object.keys(again.getState().cart)).toEqual([uuid(9)]);
  });

  test('R-DPAY-18 A-30 clearing removes the dashboard’s selection except its owner, also in a tab that set no owner', async () => {
    const tab = await openTab();
    tab.getState().claimSelectionFor('user-a');
    tab.getState().proceed([course(9)], { [uuid(9)]: 1 });
    tab.getState().choose([course(1)], { [uuid(1)]: 2 });
    tab.getState().completeSelection();
    tab.getState().goToStep(2);
    (await openTab()).getState().clearDashboardSelection();
    expect(readState().state).toMatchObject({ selections: {}, selectedCourses: [], currentStep: 1, owner: 'user-a' });
    expect(Object.keys(readState().state.cart as object)).toEqual([uuid(9)]);
    tab.getState().choose([course(2)], { [uuid(2)]: 1 });
    expect(Object.keys(readState().state.selections as object)).toEqual([uuid(2)]);
  });

  test('A-30 logging out removes the dashboard’s selection including its owner', async () => {
    const tab = await openTab();
    tab.getState().claimSelectionFor('user-a');
    tab.getState().choose([course(1)], { [uuid(1)]: 2 });
    tab.getState().goToStep(2);
    tab.getState().forgetDashboard();
    expect(readState().state).toMatchObject({ selections: {}, selectedCourses: [], currentStep: 1, owner: null });
  });

  test('A-30 A-89 setting the owner before storage was read loses nothing', async () => {
    const tab = await openTab();
    tab.getState().claimSelectionFor('user-a');
    tab.getState().choose([course(1)], { [uuid(1)]: 2 });
    const before = stored.get(KEY);
    vi.resetModules();
    const { useSelectionStore } = await import('./store');
    useSelectionStore.getState().claimSelectionFor('user-a');
    expect(stored.get(KEY)).toBe(before);
  });

  test('A-30 a tab of another user, or of one who logged out elsewhere, does not write to the selection', async () => {
    const left = await openTab();
    left.getState().claimSelectionFor('user-a');
    const other = await openTab();
    other.getState().claimSelectionFor('user-b');
    other.getState().choose([course(2)], { [uuid(2)]: 2 });
    left.getState().choose([course(1)], { [uuid(1)]: 1 });
    expect(Object.keys(readState().state.selections as object)).toEqual([uuid(2)]);
    other.getState().forgetDashboard();
    left.getState().choose([course(1)], { [uuid(1)]: 1 });
    expect(readState().state).toMatchObject({ selections: {}, owner: null });
  });

  test('A-60 two tabs that save one after the other keep both selections', async () => {
    const wizard = await openTab();
    const city = await openTab();
    wizard.getState().choose([course(1)], { [uuid(1)]: 1 });
    city.getState().choose([course(2)], { [uuid(2)]: 2 });
    expect(Object.keys(readState().state.selections as object).sort()).toEqual([uuid(1), uuid(2)]);
  });

  test('A-83 invalid selections are dropped one by one, and so is an invalid step', async () => {
    const tab = await openTab();
    tab.getState().choose([course(1), course(2)], { [uuid(1)]: 1, [uuid(2)]: 1 });
    const selections = readState().state.selections as Record<string, object>;
    write({
      cart: {},
      selections: {
        [uuid(1)]: selections[uuid(1)],
        [uuid(2)]: { ...selections[uuid(2)], seats: '2' },
        [uuid(3)]: { ...selections[uuid(1)], isSelected: false },
        [uuid(4)]: { ...selections[uuid(1)], pricePerSeat: -1 },
        [uuid(5)]: null,
        [uuid(6)]: 'junk',
      },
      selectedCourses: 'junk',
      currentStep: 17,
      owner: { id: 1 },
    });
    const later = (await openTab()).getState();
    expect(Object.keys(later.chosen)).toEqual([uuid(1)]);
    expect(later).toMatchObject({ isCompleted: false, currentStep: DASHBOARD_TYPES.length, owner: null });
  });

  test('with full storage the cart stays in the tab and is marked unsaved, until a write succeeds again', async () => {
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

  test('taking the cart over moves it into the selection of this sponsor, which is to be completed again', async () => {
    const tab = await openTab();
    tab.getState().claimSelectionFor('user-a');
    tab.getState().choose([course(1)], { [uuid(1)]: 2 });
    tab.getState().completeSelection();
    tab.getState().proceed([course(2)], { [uuid(2)]: 3 });
    expect(tab.getState().takeOver('user-a')).toMatchObject({ ok: true });
    expect(readState().state).toMatchObject({ cart: {}, owner: 'user-a', selectedCourses: [] });
    expect(Object.keys(tab.getState().chosen)).toEqual([uuid(1), uuid(2)]);

    tab.getState().proceed([course(3)], { [uuid(3)]: 1 });
    expect(tab.getState().takeOver('user-b')).toMatchObject({ ok: true });
    expect(Object.keys(tab.getState().chosen)).toEqual([uuid(3)]);
  });

  test('with disabled storage the cart is empty and nothing throws', async () => {
    broken = { read: true, write: true };
    const tab = await openTab();
    expect(tab.getState()).toMatchObject({ cart: {}, hydrated: true });
    tab.getState().proceed([course(1)], { [uuid(1)]: 1 });
    expect(Object.keys(tab.getState().cart)).toEqual([uuid(1)]);
  });
});
