'use client';

import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Modal, ModalContent, ModalTrigger } from '@/components/ui/dialog';

type FormModalProps = {
  title: string;
  /** The label of the button, if it is not the title. */
  label?: string;
  variant?: 'line' | 'bare';
  onDone?: () => void;
  children: (onDone: () => void) => ReactNode;
};

/** A button and the modal that it opens. */
export function FormModal({ title, label, variant = 'line', onDone, children }: FormModalProps) {
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onDone?.();
  };
  return (
    <Modal open={open} onOpenChange={setOpen}>
      <ModalTrigger asChild>
        <Button variant={variant} size={variant === 'bare' ? 'small' : undefined} aria-label={label && title}>
          {label ?? title}
        </Button>
      </ModalTrigger>
      <ModalContent title={title}>{children(close)}</ModalContent>
    </Modal>
  );
}
