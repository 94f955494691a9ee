'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { DialogButtons, Modal, ModalClose, ModalContent, ModalTrigger } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Note } from '@/components/ui/note';
import { notify } from '@/components/ui/toaster';
import { actionDoneSchema } from '@/lib/admin/adoptions/schema';
import { adminPost } from '@/lib/api-client/admin';

/** The path of each action, which is followed by the id. */
const PATHS = { reject: '/admin/receipts', explain: '/admin/differences', look: '/admin/alerts' } as const;

/** Sends an action; `adoption` is that of a receipt to confirm. */
function send({ action, id, adoption }: Omit<ReasonActionProps, 'subject'>, reason: string) {
  const done = z.object({ success: z.literal(true) });
  if (action !== 'confirm') return adminPost(`${PATHS[action]}/${id}`, { action, reason }, done);
  const { reference, version } = adoption!;
  const body = { action: 'confirm_receipt', version, id, reason };
  return adminPost(`/admin/billings/${reference}`, body, actionDoneSchema);
}

type ReasonActionProps = {
  /**
   * Rejects a receipt without an adoption that was entered by mistake, confirms one with an adoption, explains a difference, or
   * marks an alert as looked at.
   */
  action: keyof typeof PATHS | 'confirm';
  id: string;
  /** The adoption of a receipt to confirm, as it was shown. */
  adoption?: { reference: string; version: number };
  /** What the action is about, as a sentence. */
  subject: string;
};

/** A button that asks for the reason of an action in a dialog and carries it out. */
export function ReasonAction({ subject, ...given }: ReasonActionProps) {
  const { action } = given;
  const t = useTranslations('attention');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const close = () => {
    notify.success(t(`${action}.done`), { id: action });
    setOpen(false);
    router.refresh();
  };
  return (
    <Modal open={open} onOpenChange={setOpen}>
      <ModalTrigger asChild>
        <Button variant="bare" size="small" aria-label={t(`${action}.of`, { subject })}>
          {t(`${action}.open`)}
        </Button>
      </ModalTrigger>
      <ModalContent title={t(`${action}.title`)}>
        <p className="-mt-2 text-small font-semibold wrap-anywhere">{subject}</p>
        <ReasonForm {...given} onDone={close} />
      </ModalContent>
    </Modal>
  );
}

type Problem = { field: 'reason' | null; message: string };
type ReasonFormProps = Omit<ReasonActionProps, 'subject'> & { onDone: () => void };

function ReasonForm({ onDone, ...given }: ReasonFormProps) {
  const { action } = given;
  const t = useTranslations('attention');
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pending, setPending] = useState(false);

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const result = await send(given, reason);
    setPending(false);
    if (result.ok) return onDone();
    setProblem({
      field: result.code === 'adoption.reason_required' ? 'reason' : null,
      message: result.message ?? t(`${action}.failed`),
    });
  };

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate autoComplete="off" className="grid gap-4">
      <p className="text-small">{t(`${action}.note`)}</p>
      {problem && problem.field === null && <Note>{problem.message}</Note>}
      <Field
        label={t(`${action}.reason`)}
        maxLength={500}
        error={problem?.field === 'reason' ? problem.message : undefined}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <DialogButtons>
        {/* Not `disabled` while pending: the dialog would lose the focus. */}
        <Button type="submit" aria-disabled={pending || undefined} aria-busy={pending || undefined}>
          {t(`${action}.${pending ? 'saving' : 'save'}`)}
        </Button>
        <ModalClose asChild>
          <Button variant="line">{t('receipt.cancel')}</Button>
        </ModalClose>
      </DialogButtons>
    </form>
  );
}
