'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { RetryNote } from '@/components/platform/form/retry-note';
import { ProfileValue } from '@/components/accounts/profile/profile-value';
import { knownProfile, useProfile } from '@/components/accounts/profile/use-profile';
import { Skeleton } from '@/components/platform/ui/skeleton';
import { formatCount } from '@/lib/platform/format-count';
import type { Profile } from '@/lib/accounts/schema';

/** The sponsor's number of students and details, last and small on the page; `room` draws the seats. */
export function Overview({ room }: { room: ReactNode }) {
  const t = useTranslations('dashboard');
  const loaded = useProfile();
  const { data: profile, failure } = loaded;
  const failed = !profile && failure !== null;
  return (
    <>
      <RetryNote loaded={loaded} />
      {!profile && !failed && (
        <p role="status" className="sr-only">
          {t('loading')}
        </p>
      )}
      {!failed && <Cards profile={profile} room={room} />}
    </>
  );
}

/** The placeholder of the overview; shows the profile if this document has read it. */
export function OverviewSkeleton({ room }: { room: ReactNode }) {
  return <Cards profile={knownProfile()} room={room} />;
}

function Cards({ profile, room }: { profile: Profile | null; room: ReactNode }) {
  const t = useTranslations('dashboard');
  return (
    <div aria-busy={!profile} className="grid rounded-2 border border-line bg-surface lg:grid-cols-3">
      <section aria-labelledby="students" className="grid content-start gap-2 p-5">
        <h2 id="students" className={heading}>
          {t('students')}
        </h2>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <b className="num text-h2 leading-tight">
            {profile ? formatCount(profile.adopted_students) : <Skeleton className="h-[0.72em] w-[1em]" />}
          </b>
          <span>{t('studentsCaption')}</span>
        </p>
        {room}
      </section>
      <DetailsCard id="profile" fields={['full_name', 'designation']} profile={profile} />
      <DetailsCard id="contact" fields={['email', 'phone_number', 'company_name']} profile={profile} />
    </div>
  );
}

const heading = 'font-sans text-small leading-snug font-semibold tracking-normal text-ink-2';

const LABELS = {
  full_name: 'fullName',
  designation: 'designation',
  email: 'email',
  phone_number: 'phone',
  company_name: 'company',
} as const;

type DetailsCardProps = { id: 'profile' | 'contact'; fields: (keyof typeof LABELS)[]; profile: Profile | null };

/** A card beside the students. A loading value has the height of one line. */
function DetailsCard({ id, fields, profile }: DetailsCardProps) {
  const t = useTranslations('dashboard');
  return (
    <section aria-labelledby={id} className="min-w-0 border-line p-5 max-lg:border-t lg:border-s">
      <h2 id={id} className={heading}>
        {t(id)}
      </h2>
      <dl className="mt-2 grid gap-1.5 text-small">
        {fields.map((field) => (
          <div key={field}>
            <dt className="text-cap text-ink-2">{t(LABELS[field])}</dt>
            <dd className="leading-snug wrap-anywhere">
              {profile ? (
                <ProfileValue>{profile[field]}</ProfileValue>
              ) : (
                <Skeleton className="h-[1.375em] w-48 max-w-full align-top" />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
