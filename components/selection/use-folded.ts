'use client';

import { useCallback, useMemo, useSyncExternalStore } from 'react';

const KEY = 'folded-institutes';
const NONE = '[]';

const listeners = new Set<() => void>();
/** What the browser does not store, it keeps until the page is reloaded. */
let memory = NONE;

function read(): string {
  try {
    return sessionStorage.getItem(KEY) ?? memory;
  } catch {
    return memory;
  }
}

function write(folded: readonly string[]): void {
  memory = JSON.stringify(folded);
  try {
    sessionStorage.setItem(KEY, memory);
  } catch {
    // Storage is disabled or full.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function parse(text: string): string[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Returns the folded sections of the course lists, kept for the session of the tab; all are unfolded on the server.
 * @returns `folded`, the keys of folded sections; `fold` folds or unfolds some
 */
export function useFolded(): { folded: ReadonlySet<string>; fold: (keys: readonly string[], fold: boolean) => void } {
  const text = useSyncExternalStore(subscribe, read, () => NONE);
  const folded = useMemo(() => new Set(parse(text)), [text]);
  const fold = useCallback((keys: readonly string[], hide: boolean) => {
    const others = parse(read()).filter((key) => !keys.includes(key));
    write(hide ? [...others, ...keys] : others);
  }, []);
  return { folded, fold };
}
