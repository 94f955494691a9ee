'use client';

import { LoaderCircle } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { RetryNote } from '@/components/platform/form/retry-note';
import { Skeleton } from '@/components/platform/ui/skeleton';
import type { Profile } from '@/lib/accounts/schema';
import { EditProfile } from './edit-profile';
import { OwnData } from './own-data';
import { ProfileValue } from './profile-value';
import { Sessions } from './sessions';
import { SignInAndSecurity } from './sign-in-and-security';
import { useProfile } from './use-profile';

/** Labels of the fields by card, in order. */
const CARDS = [
  ['full_name', 'fullName'],
  ['designation', 'designation'],
  ['email', 'email'],
  ['phone_number', 'phone'],
  ['company_name', 'company'],
] as const;

/**
 * The sponsor's profile, with the edit button, the changes of password and e-mail, the sessions, and what can be done with
 * the own data.
 * @param minLength the configured minimum length of a password
 * @param isOwner false for a colleague, who cannot change the company's name
 * @param children the company, below the profile
 */
export function ProfileView({
  minLength,
  isOwner,
  children,
}: {
  minLength: number;
  isOwner: boolean;
  children: ReactNode;
}) {
  const loaded = useProfile();
  const { data: profile, failure, load } = loaded;
  const [changes, setChanges] = useState(0);
  if (!profile && failure === null) return <ProfileSkeleton />;
  return (
    <>
      <RetryNote loaded={loaded} />
      {/* eslint-disable-next-line product/translated-text -- elements only */}
      {profile && (
        <>
          <Cards profile={profile} />
          <EditProfile profile={profile} isOwner={isOwner} onSaved={() => void load()} />
          {children}
          <SignInAndSecurity minLength={minLength} load={load} onChanged={() => setChanges(changes + 1)} />
          <Sessions key={changes} />
          <OwnData isOwner={isOwner} />
        </>
      )}
    </>
  );
}

/** The placeholder of the profile, of the same size; the spinner is at the place of the button. */
export function ProfileSkeleton() {
  const t = useTranslations('profile');
  return (
    <>
      <Cards profile={null} />
      <p role="status" className="flex min-h-tap items-center gap-3 text-ink-2">
        <LoaderCircle aria-hidden className="size-6 animate-spin" />
        {t('loading')}
      </p>
    </>
  );
}

function Cards({ profile }: { profile: Profile | null }) {
  const t = useTranslations('profile');
  return (
    <dl
      aria-busy={!profile}
      className="grid gap-px overflow-hidden rounded-2 border border-line bg-line md:grid-cols-2"
    >
      {CARDS.map(([field, label]) => (
        <div key={field} className="bg-surface p-5 last:md:col-span-2">
          <dt className="text-cap text-ink-2">{t(label)}</dt>
          <dd className="wrap-anywhere">
            {profile ? (
              <ProfileValue>{profile[field]}</ProfileValue>
            ) : (
              <Skeleton className="h-[1lh] w-48 max-w-full align-top" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
