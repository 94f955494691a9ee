'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { useOpenAction, type Action } from './action-context';

type ActionFormButtonProps = {
  action: Action;
  /** In a row: without a border. */
  inRow?: boolean;
  /** The id of the text that says why it cannot be pressed. */
  refusedBy?: string;
};

/** Opens a form of the adoption. What the form is about completes the accessible name. */
export function ActionFormButton({ action, inRow = false, refusedBy }: ActionFormButtonProps) {
  const t = useTranslations('adminAdoption.action');
  const open = useOpenAction();
  if (!open) return null;
  const label = t(`${action.form}.open`);
  return (
    <Button
      variant={inRow ? 'bare' : 'line'}
      size="small"
      aria-haspopup="dialog"
      aria-label={action.about && t('of', { action: label, about: action.about })}
      aria-disabled={refusedBy ? true : undefined}
      aria-describedby={refusedBy}
      onClick={() => !refusedBy && open(action)}
    >
      {label}
    </Button>
  );
}
