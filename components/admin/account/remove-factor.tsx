'use client';

import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Modal, ModalContent, ModalTrigger } from '@/components/ui/dialog';
import { FormButtons } from '@/components/ui/form-buttons';
import { Note } from '@/components/ui/note';
import { notify } from '@/components/ui/toaster';
import { adminDelete } from '@/lib/api-client/admin';

/**
 * The button that removes a second factor, after a question.
 * @param other the administrator whose factor an owner removes; absent for one's own
 */
export function RemoveFactor({ other }: { other?: { id: string; username: string } }) {
  const t = useTranslations('admin.account');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const path = other ? `/admin/administrators/${other.id}/factor` : '/admin/account/factor';
    const result = await adminDelete(path, z.object({ success: z.literal(true) }));
    setPending(false);
    if (!result.ok) return setProblem(result.message ?? t('failed'));
    notify.success(t('removed'), { id: 'factor' });
    setOpen(false);
    router.refresh();
  };
  const setShown = (next: boolean) => {
    setProblem(null);
    setOpen(next);
  };

  return (
    <Modal open={open} onOpenChange={setShown}>
      <ModalTrigger asChild>
        {other ? (
          <Button variant="bare" size="small" aria-label={t('removeOf', other)}>
            {t('remove')}
          </Button>
        ) : (
          <Button variant="line">{t('remove')}</Button>
        )}
      </ModalTrigger>
      <ModalContent title={t('removeTitle')}>
        {other && <p className="-mt-2 text-small font-semibold wrap-anywhere">{other.username}</p>}
        <form onSubmit={(event) => void submit(event)} className="grid gap-4">
          {problem && <Note>{problem}</Note>}
          <p className="text-small">{t(other ? 'removeOtherText' : 'removeText')}</p>
          <FormButtons pending={pending} submit={t('remove')} cancel={t('cancel')} />
        </form>
      </ModalContent>
    </Modal>
  );
}
