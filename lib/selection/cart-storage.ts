import { readItem } from '@/lib/platform/storage';

/** The selection's key in local storage. */
export const STORAGE_KEY = 'course-selection-storage';
export const VERSION = 1;

/** Returns the whole stored object, including parts that the store does not own; null if missing or unusable. */
export function readState(): Record<string, unknown> | null {
  try {
    const { state, version } = (JSON.parse(readItem('localStorage', STORAGE_KEY) ?? 'null') ?? {}) as Record<
      string,
      unknown
    >;
    if (version !== VERSION || typeof state !== 'object' || state === null) return null;
    return { ...state };
  } catch {
    return null;
  }
}
