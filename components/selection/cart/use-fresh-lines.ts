'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import type { ApiResult } from '@/lib/api/client/client';
import type { Course } from '@/lib/catalogue/schema';
import { applyCatalogue, type CartChange } from '@/lib/selection/rules';
import type { Cart } from '@/lib/selection/cart';

type FreshLinesOptions = {
  /** False while there is nothing to refresh, e.g. until the browser's storage has been read. */
  active: boolean;
  /** Returns the stored lines. Must be stable across renders, like the other two. */
  read: () => Cart;
  change: (change: (lines: Cart) => Cart) => void;
  /** Fetches the current courses of these ids. */
  load: (ids: readonly string[]) => Promise<ApiResult<Course[]>>;
};

/** Changes that a page leaves for the next page to show. */
let changesOfLastPage: readonly CartChange[] = [];

/** Returns the changes left by the previous page, once. */
function useChangesOfLastPage(): readonly CartChange[] {
  const [changes] = useState(() => changesOfLastPage);
  useEffect(() => {
    changesOfLastPage = [];
  }, []);
  return changes;
}

/**
 * Keeps stored lines in sync with the catalogue: when the page opens and whenever it becomes visible again. `changes`
 * are those made since the page opened, for <CartChanges>. A failed refresh leaves the lines unchanged.
 * `courses` are the current courses of the lines, empty until they have been fetched.
 * `applyCourses(current, ids)` applies courses from another response, e.g. the 409 of generate-otp. `carryChangesToNextPage()`
 * passes the changes to the next page, when changed lines cause a redirect.
 */
export function useFreshLines({ active, read, change, load }: FreshLinesOptions) {
  const before = useChangesOfLastPage();
  const [changes, setChanges] = useState(before);
  const [courses, setCourses] = useState<readonly Course[]>([]);
  // The store updates one render before the state; carryChangesToNextPage needs the changes immediately.
  const latest = useRef(changes);
  const carryChangesToNextPage = useCallback(() => {
    changesOfLastPage = latest.current;
  }, []);

  const applyCourses = useCallback(
    (current: readonly Course[], ids: readonly string[]) => {
      let newChanges: CartChange[] = [];
      change((stored) => {
        const fresh = applyCatalogue(stored, current, ids);
        newChanges = fresh.changes;
        return fresh.cart;
      });
      setCourses(current);
      if (newChanges.length === 0) return;
      latest.current = [...latest.current.filter((old) => !newChanges.some((now) => isSame(old, now))), ...newChanges];
      setChanges(latest.current);
    },
    [change],
  );

  useEffect(() => {
    if (!active) return;
    // A response that arrives after the page was left is ignored: nobody would see what it changed.
    let open = true;
    const refresh = async () => {
      const ids = Object.keys(read());
      if (ids.length === 0) return;
      const result = await load(ids);
      if (open && result.ok) applyCourses(result.data, ids);
    };
    const onVisible = () => document.visibilityState === 'visible' && void refresh();
    void refresh();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      open = false;
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [active, read, load, applyCourses]);

  return { changes, courses, applyCourses, carryChangesToNextPage };
}

const isSame = (a: CartChange, b: CartChange) => a.change.id === b.change.id && a.change.kind === b.change.kind;
