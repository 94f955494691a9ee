'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { Note } from '@/components/ui/note';
import { useProfileStore } from '@/lib/identity/profile-store';

/** Shows why the profile could not be fetched, with a retry; renders nothing otherwise. */
export function ProfileProblem() {
  const common = useTranslations('common');
  const { status, message, load } = useProfileStore();
  if (status !== 'error') return null;
  return (
    <Note>
      <p>{message}</p>
      <Button variant="bare" size="small" className="-ms-2" onClick={() => void load()}>
        {common('tryAgain')}
      </Button>
    </Note>
  );
}
