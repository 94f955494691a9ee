'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { Note } from '@/components/platform/ui/note';
import type { Loaded } from './use-loaded';

/** Says why something could not be read, and reads it again; nothing without a failure. */
export function RetryNote({ loaded: { failure, pending, load } }: { loaded: Loaded<unknown> }) {
  const t = useTranslations('common');
  if (failure === null) return null;
  return (
    <Note>
      <p>{failure}</p>
      <Button variant="line" size="small" className="mt-2" pending={pending} onClick={() => void load()}>
        {t('tryAgain')}
      </Button>
    </Note>
  );
}
