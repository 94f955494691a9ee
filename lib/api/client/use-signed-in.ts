'use client';

import { useSyncExternalStore } from 'react';
import { isSessionKey, readSession } from './session-storage';

/**
 * Returns whether browser storage contains a session; false until it has been read. For the header of every page, which
 * needs no other session data. Follows logins and logouts in other tabs.
 */
export const useSignedIn = () =>
  useSyncExternalStore(
    onSessionChange,
    () => readSession().isLoggedIn,
    () => false,
  );

/** Calls a listener after logins and logouts in other tabs. @returns the function that ends it */
export function onSessionChange(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (isSessionKey(key)) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
