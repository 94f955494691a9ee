import { readItem } from '@/lib/core/storage';

/** Where the selection lives in local storage (R-ENT-12, A-83). */
export const STORAGE_KEY = 'course-selection-storage';
export const VERSION = 1;

/** The whole object under the key, with the parts that are not the store's; null when there is none that can be used. */
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
