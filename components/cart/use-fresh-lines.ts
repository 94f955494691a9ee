'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiResult } from '@/lib/api-client/client';
import type { Course } from '@/lib/catalogue/schema';
import { applyCatalogue, type CartChange } from '@/lib/selection/rules';
import type { Cart } from '@/lib/selection/schema';

type FreshLinesOptions = {
  /** Stays false while there is nothing to refresh, e.g. until the browser's storage has been read. */
  active: boolean;
  /** The lines as they are stored now. Keep it the same from render to render, like the other two. */
  read: () => Cart;
  change: (change: (lines: Cart) => Cart) => void;
  /** The current courses of these ids. */
  load: (ids: readonly string[]) => Promise<ApiResult<Course[]>>;
};

/** Changes that a page leaves for the next one to show. */
let handedOn: readonly CartChange[] = [];

/** What the page before left to show, once. */
export function useHandedOnChanges(): readonly CartChange[] {
  const [changes] = useState(() => handedOn);
  useEffect(() => {
    handedOn = [];
  }, []);
  return changes;
}

/**
 * Keeps stored lines up to date with the catalogue: when the page opens and whenever it is looked at again.
 * `changes` are those made since the page opened, for <CartChanges>. A refresh that fails leaves the lines as they are.
 * `applyCourses(current, asked)` does the same with courses that another answer brought, e.g. the 409 of generate-otp.
 * `handOnChanges()` leaves the changes to the page that opens next, where changed lines send the sponsor on.
 */
export function useFreshLines({ active, read, change, load }: FreshLinesOptions) {
  const before = useHandedOnChanges();
  const [changes, setChanges] = useState(before);
  // The store shows emptied lines a render before the state shows why; whoever hands the reasons on needs them at once.
  const latest = useRef(changes);
  const handOnChanges = useCallback(() => {
    handedOn = latest.current;
  }, []);

  const applyCourses = useCallback(
    (current: readonly Course[], asked: readonly string[]) => {
      let made: CartChange[] = [];
      change((stored) => {
        const fresh = applyCatalogue(stored, current, asked);
        made = fresh.changes;
        return fresh.cart;
      });
      if (made.length === 0) return;
      latest.current = [...latest.current.filter((old) => !made.some((now) => isSame(old, now))), ...made];
      setChanges(latest.current);
    },
    [change],
  );

  useEffect(() => {
    if (!active) return;
    // An answer that arrives after the page was left is not applied: nobody would see what it changed.
    let open = true;
    const refresh = async () => {
      const asked = Object.keys(read());
      if (asked.length === 0) return;
      const answer = await load(asked);
      if (open && answer.ok) applyCourses(answer.data, asked);
    };
    const onVisible = () => document.visibilityState === 'visible' && void refresh();
    void refresh();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      open = false;
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [active, read, load, applyCourses]);

  return { changes, applyCourses, handOnChanges };
}

const isSame = (a: CartChange, b: CartChange) => a.change.id === b.change.id && a.change.kind === b.change.kind;
