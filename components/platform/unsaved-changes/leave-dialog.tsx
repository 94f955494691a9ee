'use client';

import { useTranslations } from 'use-intl';
import { Question } from '@/components/platform/ui/question';

type LeaveDialogProps = { confirming: boolean; onStay: () => void; onLeave: () => void };

/** The prompt of UnsavedChangesGuard: go on to a page that shows the selection, or discard it. */
export function LeaveDialog({ confirming, onStay, onLeave }: LeaveDialogProps) {
  const t = useTranslations(confirming ? 'unsavedChanges.confirm' : 'unsavedChanges.discard');
  return (
    <Question
      title={t('title')}
      text={t('text')}
      no={t('stay')}
      yes={t('leave')}
      onYes={onLeave}
      onClose={onStay}
      wantsYes={confirming}
    />
  );
}
