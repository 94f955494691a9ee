'use client';

import { useEffect } from 'react';
import { create } from 'zustand';
import { userGet, userPut } from '@/lib/api-client/session';
import { errorText } from '@/lib/i18n/errors';
import { profileSchema, type Profile, type ProfileUpdate } from './schema';
import { useSession } from './store';

/** What the action update results in (R-API-19). */
export type UpdateResult = { success: true } | { success: false; message: string };

type ProfileState = {
  /** R-STATE-10. A profile that was loaded stays while it is loaded again. */
  status: 'idle' | 'loading' | 'loaded' | 'error';
  profile: Profile | null;
  /** What the last failure said: the server's words, or the catalogue's (R-PROF-09). */
  message: string | null;
  load: () => Promise<void>;
  /** Stores a changed profile, then fetches it again (R-PROF-08, R-PROF-10). */
  update: (fields: ProfileUpdate) => Promise<UpdateResult>;
};

/** Counts the fetches: the answer to an older one must not undo a newer. */
let fetches = 0;

/** The signed-in sponsor's profile; in memory only, so it ends with the document, and so with the session. */
export const useProfileStore = create<ProfileState>()((set, get) => ({
  status: 'idle',
  profile: null,
  message: null,
  load: async () => {
    fetches += 1;
    const own = fetches;
    set({ status: 'loading', message: null });
    const answer = await userGet(`/user/profile/${useSession.getState().userId}`, profileSchema);
    if (own !== fetches) return;
    if (answer.ok) set({ status: 'loaded', profile: answer.data });
    else set({ status: 'error', message: answer.message ?? errorText('profile.load_failed') });
  },
  update: async (fields) => {
    const path = `/user/profile/update/${useSession.getState().userId}`;
    const answer = await userPut(path, fields, profileSchema);
    if (!answer.ok) return { success: false, message: answer.message ?? errorText('profile.update_failed') };
    set({ profile: answer.data });
    void get().load();
    return { success: true };
  },
}));

/** The profile for a page that shows it, fetched anew whenever such a page opens. */
export function useProfile(): Pick<ProfileState, 'status' | 'profile' | 'message' | 'load'> {
  const state = useProfileStore();
  const { load } = state;
  useEffect(() => void load(), [load]);
  return state;
}
