'use client';

import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { RecordTransfer } from './transfer-form';

type ButtonProps = { institute: { id: string; name: string } };

/** Passes on what an institute can get. @param amount as text */
export function PassOn({ institute, amount }: ButtonProps & { amount: string }) {
  const t = useTranslations('funds.passOn');
  return (
    <RecordTransfer kind="passed_on" institute={institute}>
      <Button variant="line" size="small" aria-label={t('openOf', { amount, institute: institute.name })}>
        {t('open', { amount })}
      </Button>
    </RecordTransfer>
  );
}

/** Records money that an institute gave back. */
export function GiveBack({ institute }: ButtonProps) {
  const t = useTranslations('funds.giveBack');
  return (
    <RecordTransfer kind="given_back" institute={institute}>
      <Button variant="bare" size="small" aria-label={t('openOf', { institute: institute.name })}>
        {t('open')}
      </Button>
    </RecordTransfer>
  );
}
