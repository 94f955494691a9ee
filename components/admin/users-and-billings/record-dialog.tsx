'use client';

import { ArrowLeft, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { ModalClose, ModalContent, ModalOpener } from '@/components/platform/ui/dialog';
import { RecordBody } from './record-body';
import type { RecordRef } from './record-ref';

/**
 * The 'View' button of a row: opens the dialog of a user or billing. Related records open in the same dialog, with a
 * way back. `whose` completes the button's accessible name.
 */
export function RecordDialog({ record, whose }: { record: RecordRef; whose: string }) {
  const t = useTranslations('usersAndBillings.view');
  return (
    <ModalOpener
      trigger={
        <button type="button" aria-label={t('of', { whose })}>
          {t('open')}
        </button>
      }
    >
      {() => <Records first={record} />}
    </ModalOpener>
  );
}

/** The content of the dialog: a record, and those that were opened from it. */
function Records({ first }: { first: RecordRef }) {
  const t = useTranslations('usersAndBillings.view');
  const [path, setPath] = useState<readonly RecordRef[]>([first]);
  const shown = path.at(-1) ?? first;
  return (
    <ModalContent
      title={shown.kind === 'billing' ? t('billing', { reference: shown.name }) : shown.name}
      wide
      className="relative flex max-h-[calc(100dvh-2*var(--gutter))] flex-col [&>h2]:p-6 [&>h2]:pe-16 [&>h2]:wrap-anywhere"
    >
      <ModalClose asChild>
        <Button variant="line" size="icon" aria-label={t('close')} className="absolute end-4 top-4">
          <X aria-hidden />
        </Button>
      </ModalClose>
      <div
        role="region"
        aria-label={t('details')}
        tabIndex={0}
        className="grid min-h-0 content-start gap-5 overflow-y-auto border-t border-line p-6 pt-4 -outline-offset-4"
      >
        {path.length > 1 && (
          <Button variant="bare" className="justify-self-start" onClick={() => setPath(path.slice(0, -1))}>
            <ArrowLeft aria-hidden />
            {t('back')}
          </Button>
        )}
        <RecordBody key={shown.id} shown={shown} onShow={(next) => setPath([...path, next])} />
      </div>
    </ModalContent>
  );
}
