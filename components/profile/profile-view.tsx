'use client';

import { LoaderCircle } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useProfile } from '@/lib/identity/profile-store';
import { EditProfile } from './edit-profile';
import { ProfileProblem } from './profile-problem';

/** Label by field, in the order of the cards (R-PROF-01). */
const CARDS = [
  ['full_name', 'fullName'],
  ['designation', 'designation'],
  ['email', 'email'],
  ['phone_number', 'phone'],
  ['company_name', 'company'],
] as const;

/** The sponsor's profile to read, and the way to change it. */
export function ProfileView() {
  const t = useTranslations('profile');
  const { status, profile } = useProfile();
  return (
    <>
      <ProfileProblem />
      {profile && (
        <>
          <dl className="grid gap-px overflow-hidden rounded-2 border border-line bg-line md:grid-cols-2">
            {CARDS.map(([field, label]) => (
              <div key={field} className="bg-surface p-5 last:md:col-span-2">
                <dt className="text-cap text-ink-2">{t(label)}</dt>
                <dd className="wrap-anywhere">{profile[field]}</dd>
              </div>
            ))}
          </dl>
          <EditProfile profile={profile} />
        </>
      )}
      {!profile && status !== 'error' && (
        <p role="status" className="flex min-h-80 items-center justify-center gap-3 text-ink-2">
          <LoaderCircle aria-hidden className="size-6 animate-spin" />
          {t('loading')}
        </p>
      )}
    </>
  );
}
