'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Returns a value that only a browser has, such as one from its storage; `before` on the server and during hydration. */
export const useBrowserValue = <T>(read: () => T, before: T): T => useSyncExternalStore(never, read, () => before);
