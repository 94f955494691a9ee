'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { useAct, type Act } from './act-context';

type ActButtonProps = {
  act: Act;
  /** In a row: without a border. */
  inRow?: boolean;
  /** The id of the text that says why it cannot be pressed. */
  refusedBy?: string;
};

/** Opens a form of the adoption. What the form is about completes the accessible name. */
export function ActButton({ act, inRow = false, refusedBy }: ActButtonProps) {
  const t = useTranslations('adminAdoption.act');
  const open = useAct();
  if (!open) return null;
  const label = t(`${act.form}.open`);
  return (
    <Button
      variant={inRow ? 'bare' : 'line'}
      size="small"
      aria-haspopup="dialog"
      aria-label={act.about && t('of', { act: label, about: act.about })}
      aria-disabled={refusedBy ? true : undefined}
      aria-describedby={refusedBy}
      onClick={() => !refusedBy && open(act)}
    >
      {label}
    </Button>
  );
}
