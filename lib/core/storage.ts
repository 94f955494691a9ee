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
