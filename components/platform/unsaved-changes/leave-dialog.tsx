'use client';

import { useTranslations } from 'use-intl';
import { Question } from '@/components/platform/ui/question';

type LeaveDialogProps = { confirming: boolean; onStay: () => void; onLeave: () => void };

/** The prompt of UnsavedChangesGuard: go on to a page that shows the selection, or discard it. */
export function LeaveDialog({ confirming, onStay, onLeave }: LeaveDialogProps) {
  const t = useTranslations('unsavedChanges');
  const kind = confirming ? 'confirm' : 'discard';
  return (
    <Question
      title={t(`${kind}.title`)}
      text={t(`${kind}.text`)}
      no={t(`${kind}.stay`)}
      yes={t(`${kind}.leave`)}
      onYes={onLeave}
      onClose={onStay}
      wantsYes={confirming}
    />
  );
}
