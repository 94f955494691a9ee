'use client';

import { useEffect } from 'react';
import { create } from 'zustand';
import { asSchema, type ApiResult } from '@/lib/api-client/client';
import { callAsSponsor } from '@/lib/api-client/session';
import { errorText } from '@/lib/i18n/errors';
import { profileSchema, type Profile, type ProfileUpdate } from './schema';
import { useSession } from './store';

type ProfileState = {
  /** A loaded profile stays while it is reloaded. */
  status: 'idle' | 'loading' | 'loaded' | 'error';
  profile: Profile | null;
  /** The last error: the message of the server, or the fallback text. */
  message: string | null;
  load: () => Promise<void>;
  /** Saves the profile, then reloads it. */
  update: (fields: ProfileUpdate) => Promise<ApiResult<Profile>>;
};

const read = asSchema(profileSchema);
const ownId = () => ({ userId: useSession.getState().userId ?? '' });

/** Number of requests: the response to an older one must not overwrite a newer one. */
let fetches = 0;

/** The profile of the signed-in sponsor, in memory only: it ends with the document, and so with the session. */
export const useProfileStore = create<ProfileState>()((set, get) => ({
  status: 'idle',
  profile: null,
  message: null,
  load: async () => {
    fetches += 1;
    const fetchNumber = fetches;
    set({ status: 'loading', message: null });
    const answer = await callAsSponsor('GET /user/profile/{userId}', { params: ownId(), read });
    if (fetchNumber !== fetches) return;
    if (answer.ok) set({ status: 'loaded', profile: answer.data });
    else set({ status: 'error', message: answer.message ?? errorText('profile.load_failed') });
  },
  update: async (fields) => {
    const answer = await callAsSponsor('PUT /user/profile/update/{userId}', { params: ownId(), body: fields, read });
    if (!answer.ok) return { ...answer, message: answer.message ?? errorText('profile.update_failed') };
    set({ profile: answer.data });
    void get().load();
    return answer;
  },
}));

/** Returns the profile and reloads it whenever a page that shows it is opened. */
export function useProfile(): Pick<ProfileState, 'status' | 'profile' | 'message' | 'load'> {
  const state = useProfileStore();
  const { load } = state;
  useEffect(() => void load(), [load]);
  return state;
}
