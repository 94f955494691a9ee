'use client';

import { useState, type FormEvent, type ReactElement, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Modal, ModalContent, ModalTrigger } from '@/components/ui/dialog';
import { FormButtons } from '@/components/ui/form-buttons';
import { Note } from '@/components/ui/note';
import type { ApiResult } from '@/lib/api-client/client';

type FormDialogProps<T> = {
  /** The button that opens the dialog. */
  trigger: ReactElement;
  title: string;
  /** Whom it is about, above the form. */
  about?: string;
  children: ReactNode;
  submit: string;
  submitting?: string;
  send: (fields: FormData) => Promise<ApiResult<T>>;
  onDone?: () => void;
  /** What replaces the form once the request has succeeded; without it the dialog closes. */
  result?: (data: T, fields: FormData) => ReactNode;
};

/** A button and the dialog that it opens: a form of one request, which stays open with the reason if that is refused. */
export function FormDialog<T>({ trigger, title, about, children, send, onDone, result, ...texts }: FormDialogProps<T>) {
  const t = useTranslations('admin.form');
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, setShown] = useState<ReactNode>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const fields = new FormData(event.currentTarget);
    setPending(true);
    const answer = await send(fields);
    setPending(false);
    if (!answer.ok) return setProblem(answer.message ?? t('failed'));
    onDone?.();
    if (result) setShown(result(answer.data, fields));
    else setOpen(false);
  };
  const onOpenChange = (next: boolean) => {
    setProblem(null);
    setShown(null);
    setOpen(next);
  };

  return (
    <Modal open={open} onOpenChange={onOpenChange}>
      <ModalTrigger asChild>{trigger}</ModalTrigger>
      <ModalContent title={title}>
        {about && <p className="-mt-2 text-small font-semibold wrap-anywhere">{about}</p>}
        {shown ?? (
          <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off" className="grid gap-4">
            {problem && <Note>{problem}</Note>}
            {/* eslint-disable-next-line product/translated-text -- elements only */}
            {children}
            <FormButtons
              pending={pending}
              submit={pending ? (texts.submitting ?? texts.submit) : texts.submit}
              cancel={t('cancel')}
            />
          </form>
        )}
      </ModalContent>
    </Modal>
  );
}
