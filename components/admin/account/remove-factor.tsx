'use client';

import { useTranslations } from 'use-intl';
import { FormDialog } from '@/components/platform/form/form-dialog';
import { Button } from '@/components/platform/ui/button';
import { callAsAdmin } from '@/lib/api/client/admin';

/**
 * The button that removes a second factor, after a question.
 * @param other the administrator whose factor an owner removes; absent for one's own
 */
export function RemoveFactor({ other }: { other?: { id: string; username: string } }) {
  const t = useTranslations('staff.account');
  return (
    <FormDialog
      trigger={
        other ? (
          <button type="button" aria-label={t('removeOf', other)}>
            {t('remove')}
          </button>
        ) : (
          <Button variant="line">{t('remove')}</Button>
        )
      }
      title={t('removeTitle')}
      about={other?.username}
      submit={t('remove')}
      send={() =>
        other
          ? callAsAdmin('DELETE /admin/administrators/{adminId}/factor', { params: { adminId: other.id } })
          : callAsAdmin('DELETE /admin/account/factor', {})
      }
      toast="factor"
      done={t('removed')}
    >
      <p className="text-small">{t(other ? 'removeOtherText' : 'removeText')}</p>
    </FormDialog>
  );
}
