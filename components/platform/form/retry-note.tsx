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

/** Stands for what is being read: that it is, or why it could not be. @param text says that it is read */
export function LoadingNote({ loaded, text }: { loaded: Loaded<unknown>; text: string }) {
  return (
    <>
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {loaded.failure === null && text}
      </p>
      <RetryNote loaded={loaded} />
    </>
  );
}
