'use client';

import { useSyncExternalStore } from 'react';
import { isSessionKey, readSession } from './session-storage';

/**
 * Whether the browser's storage says that somebody is signed in (A-23: it opens nothing); false until it has been read. For
 * the head of every page, which needs nothing else of the session; a login or logout in another tab counts as well.
 */
export const useSignedIn = () =>
  useSyncExternalStore(
    follow,
    () => readSession().isLoggedIn,
    () => false,
  );

function follow(listener: () => void): () => void {
  const another = ({ key }: StorageEvent) => {
    if (isSessionKey(key)) listener();
  };
  window.addEventListener('storage', another);
  return () => window.removeEventListener('storage', another);
}
