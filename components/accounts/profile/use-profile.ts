'use client';

import { useLoaded, type Loaded } from '@/components/platform/form/use-loaded';
import { asSchema } from '@/lib/api/client/client';
import { callAsSponsor } from '@/lib/api/client/session';
import { readSession } from '@/lib/api/client/session-storage';
import { profileSchema, type Profile, type ProfileUpdate } from '@/lib/accounts/schema';

const read = asSchema(profileSchema);
const ownId = () => ({ userId: readSession().userId ?? '' });

/** In memory only: it ends with the document, and so with the session. */
let lastProfile: Profile | null = null;

/** Returns the profile of the signed-in sponsor as this document read it last, or null. */
export const knownProfile = () => lastProfile;

async function fetchProfile() {
  const result = await callAsSponsor('GET /user/profile/{userId}', { params: ownId(), read });
  if (result.ok) lastProfile = result.data;
  return result;
}

/** Returns the profile, which is read again whenever a page that shows it is opened. */
export const useProfile = (): Loaded<Profile> => useLoaded(fetchProfile, { code: 'profile.load_failed' }, lastProfile);

/** Saves the profile. */
export const updateProfile = (fields: ProfileUpdate) =>
  callAsSponsor('PUT /user/profile/update/{userId}', { params: ownId(), body: fields, read });
