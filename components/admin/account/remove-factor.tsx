'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { FormDialog } from '@/components/admin/form-dialog';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { adminDelete } from '@/lib/api-client/admin';

/**
 * The button that removes a second factor, after a question.
 * @param other the administrator whose factor an owner removes; absent for one's own
 */
export function RemoveFactor({ other }: { other?: { id: string; username: string } }) {
  const t = useTranslations('admin.account');
  const router = useRouter();
  return (
    <FormDialog
      trigger={
        other ? (
          <Button variant="bare" size="small" aria-label={t('removeOf', other)}>
            {t('remove')}
          </Button>
        ) : (
          <Button variant="line">{t('remove')}</Button>
        )
      }
      title={t('removeTitle')}
      about={other?.username}
      submit={t('remove')}
      send={() =>
        adminDelete(other ? `/admin/administrators/${other.id}/factor` : '/admin/account/factor', z.unknown())
      }
      onDone={() => {
        notify.success(t('removed'), { id: 'factor' });
        router.refresh();
      }}
    >
      <p className="text-small">{t(other ? 'removeOtherText' : 'removeText')}</p>
    </FormDialog>
  );
}
