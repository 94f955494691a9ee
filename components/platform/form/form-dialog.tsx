'use client';

import { useState, type ComponentProps, type ReactNode } from 'react';
import { ModalContent, ModalOpener } from '@/components/platform/ui/dialog';
import { Form, type FormProps } from './form';

type ModalButtonProps = ComponentProps<typeof ModalOpener> & {
  title: string;
  /** Whom it is about. */
  about?: ReactNode;
  className?: string;
};

/** A button and the dialog that it opens. */
export function ModalButton({ trigger, disabled, title, about, className, children }: ModalButtonProps) {
  return (
    <ModalOpener trigger={trigger} disabled={disabled}>
      {(close) => (
        <ModalContent title={title} className={className}>
          {about && <p className="-mt-2 text-small font-semibold wrap-anywhere">{about}</p>}
          {/* eslint-disable-next-line product/translated-text -- elements only */}
          {children(close)}
        </ModalContent>
      )}
    </ModalOpener>
  );
}

export type FormDialogProps<T> = Omit<ModalButtonProps, 'children' | 'disabled'> &
  Omit<FormProps<T>, 'cancel' | 'className'> & {
    /** What replaces the form after a success; without it the dialog closes. */
    result?: (data: T, fields: FormData) => ReactNode;
  };

/** A button and the dialog that it opens: a form of one request, which stays open with the reason if that is refused. */
export function FormDialog<T>({ trigger, title, about, className, ...form }: FormDialogProps<T>) {
  return (
    <ModalButton trigger={trigger} title={title} about={about} className={className}>
      {(close) => <FormOrResult {...form} close={close} />}
    </ModalButton>
  );
}

type FormOrResultProps<T> = FormProps<T> & Pick<FormDialogProps<T>, 'result'> & { close: () => void };

function FormOrResult<T>({ result, close, onDone, ...form }: FormOrResultProps<T>) {
  const [shown, setShown] = useState<ReactNode>(null);
  const finish = (data: T, fields: FormData) => {
    onDone?.(data, fields);
    if (result) setShown(result(data, fields));
    else close();
  };
  return shown ?? <Form {...form} cancel onDone={finish} />;
}
