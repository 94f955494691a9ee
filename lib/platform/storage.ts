import type { Schema } from './schema';

/** The browser's storage. These functions never throw: storage may be disabled, full, or missing on the server. */
type Area = 'localStorage' | 'sessionStorage';

/** Returns the stored value, or null. */
export function readItem(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** Returns a value stored as JSON; null if missing or of another shape. */
export function readStored<T>(area: Area, key: string, schema: Schema<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(readItem(area, key) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

/** Stores a value. @returns false if the browser refused it */
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
