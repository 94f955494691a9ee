'use client';

import { useEffect } from 'react';
import { useSelectionStore } from '@/lib/selection/store';

/** Makes the stored dashboard selection that of the signed-in sponsor; what somebody else chose is forgotten. */
export function SelectionOwner({ userId }: { userId: string }) {
  useEffect(() => useSelectionStore.getState().adoptOwner(userId), [userId]);
  return null;
}
