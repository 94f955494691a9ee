import type { z } from 'zod';
import type { ZodMiniType } from 'zod/mini';

/** The browser's storage for callers that go on without it: switched off, full, or not there on the server, it never throws. */
type Area = 'localStorage' | 'sessionStorage';

/** The stored value, or null. */
export function readItem(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** A value that was stored as JSON; null when there is none, or none of this shape. */
export function readStored<S extends z.ZodType | ZodMiniType>(area: Area, key: string, schema: S): z.infer<S> | null {
  try {
    return (schema.safeParse(JSON.parse(readItem(area, key) ?? 'null')).data ?? null) as z.infer<S> | null;
  } catch {
    return null;
  }
}

/** Stores a value. @returns whether the browser took it */
export function writeItem(area: Area, key: string, value: string): boolean {
  try {
    globalThis[area].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

export function removeItem(area: Area, key: string): void {
  try {
    globalThis[area].removeItem(key);
  } catch {
    return;
  }
}
