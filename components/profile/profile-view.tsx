'use client';

import { LoaderCircle } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Note } from '@/components/ui/note';
import { useProfile } from '@/lib/identity/profile-store';
import { EditProfile } from './edit-profile';

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
  const common = useTranslations('common');
  const { status, profile, message, load } = useProfile();
  return (
    <>
      {status === 'error' && (
        <Note>
          <p>{message}</p>
          <Button variant="bare" size="small" className="-ms-2" onClick={() => void load()}>
            {common('tryAgain')}
          </Button>
        </Note>
      )}
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
