'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { getJson } from '@/lib/api/client';
import { courseSchema, type Course } from '@/lib/catalogue/schema';
import { applyCatalogue, type CartChange } from '@/lib/selection/rules';
import { useCart, useSelectionStore } from '@/lib/selection/store';

const courses = z.array(courseSchema);

/** Changes that a page leaves for the next one to show. */
let handedOn: readonly CartChange[] = [];

/**
 * The cart, brought up to date with the catalogue when the page opens and whenever it is looked at again.
 * `changes` are those made since the page opened, for <CartChanges>. A refresh that fails leaves the cart as it is.
 * `applyCourses(current, asked)` does the same with courses that another answer brought, e.g. the 409 of generate-otp.
 * `handOnChanges()` leaves the changes to the page that opens next, where a changed cart sends the sponsor on.
 */
export function useFreshCart() {
  const { cart, hydrated } = useCart();
  const [changes, setChanges] = useState(() => handedOn);
  // The store shows an emptied cart a render before the state shows why; whoever hands the reasons on needs them at once.
  const latest = useRef(changes);
  const handOnChanges = useCallback(() => {
    handedOn = latest.current;
  }, []);
  useEffect(() => {
    handedOn = [];
  }, []);

  const applyCourses = useCallback((current: readonly Course[], asked: readonly string[]) => {
    let made: CartChange[] = [];
    useSelectionStore.getState().changeCart((stored) => {
      const fresh = applyCatalogue(stored, current, asked);
      made = fresh.changes;
      return fresh.cart;
    });
    if (made.length === 0) return;
    latest.current = [...latest.current.filter((old) => !made.some((now) => isSame(old, now))), ...made];
    setChanges(latest.current);
  }, []);

  useEffect(() => {
    if (!hydrated) return;
    // An answer that arrives after the page was left is not applied: nobody would see what it changed.
    let open = true;
    const refresh = async () => {
      const asked = Object.keys(useSelectionStore.getState().cart);
      if (asked.length === 0) return;
      const answer = await getJson(`/courses?ids=${asked.join(',')}`, courses);
      if (open && answer.ok) applyCourses(answer.data, asked);
    };
    const onVisible = () => document.visibilityState === 'visible' && void refresh();
    void refresh();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      open = false;
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [hydrated, applyCourses]);

  return { cart, hydrated, changes, applyCourses, handOnChanges };
}

const isSame = (a: CartChange, b: CartChange) => a.change.id === b.change.id && a.change.kind === b.change.kind;
