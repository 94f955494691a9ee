'use client';

import { useEffect } from 'react';
import { useSelectionStore } from '@/lib/selection/store';

/** Assigns the stored dashboard selection to the signed-in sponsor; that of another sponsor is removed. */
export function SelectionOwner({ userId }: { userId: string }) {
  useEffect(() => useSelectionStore.getState().claimSelectionFor(userId), [userId]);
  return null;
}
