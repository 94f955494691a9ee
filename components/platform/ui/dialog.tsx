'use client';

import { AlertDialog, Dialog as ModalDialog, Slot } from 'radix-ui';
import { useEffect, useRef, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { cn } from './cn';

/**
 * A dialog that interrupts with a question or message. It has no close button: each exit is one of its buttons. Put the
 * safe one in `<DialogCancel>`; it is focused first.
 */
export const Dialog = AlertDialog.Root;
export const DialogCancel = AlertDialog.Cancel;
export const DialogAction = AlertDialog.Action;

const overlay = 'fixed inset-0 z-1000 grid place-items-center-safe overflow-y-auto bg-veil p-gutter';
const sheet = 'w-full overflow-hidden rounded-3 bg-surface text-ink shadow-lift';

type DialogContentProps = ComponentProps<typeof AlertDialog.Content> & {
  title: string;
  description?: ReactNode;
  /** Shown above the title at full width: a band, a picture. */
  header?: ReactNode;
  /** Buttons that stay in view while the content scrolls. */
  footer?: ReactNode;
};

/**
 * The content of a dialog: title, description, children and the dimmed backdrop. Restores the focus on closing, also
 * without a trigger.
 */
export function DialogContent({
  title,
  description,
  header,
  footer,
  className,
  children,
  ...props
}: DialogContentProps) {
  const before = useRef<Element | null>(null);
  return (
    <AlertDialog.Portal>
      <AlertDialog.Overlay className={overlay}>
        <AlertDialog.Content
          onOpenAutoFocus={() => {
            before.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            if (!(before.current instanceof HTMLElement) || !before.current.isConnected) return;
            event.preventDefault();
            before.current.focus();
          }}
          {...props}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn(
            sheet,
            'max-w-108',
            footer &&
              '[@media(min-height:30rem)]:flex [@media(min-height:30rem)]:max-h-[calc(100dvh-2*var(--spacing-gutter))] [@media(min-height:30rem)]:flex-col',
            className,
          )}
        >
          <div className={cn(footer && 'min-h-0 overflow-y-auto')}>
            {header}
            <div className="grid gap-3 p-6">
              <AlertDialog.Title className="text-h3 leading-tight">{title}</AlertDialog.Title>
              {description && (
                <AlertDialog.Description asChild={typeof description !== 'string'}>
                  {description}
                </AlertDialog.Description>
              )}
              {/* eslint-disable-next-line product/translated-text -- elements only */}
              {children}
            </div>
          </div>
          {footer && <div className="border-t border-line px-6 py-4">{footer}</div>}
        </AlertDialog.Content>
      </AlertDialog.Overlay>
    </AlertDialog.Portal>
  );
}

/**
 * A dialog for work such as a form. Escape and `<ModalClose>` close it; a click outside does not, since input would be
 * lost.
 */
export const Modal = ModalDialog.Root;
export const ModalClose = ModalDialog.Close;

type ModalOpenerProps = {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Whether it cannot be opened at present. */
  disabled?: boolean;
  /** Its ModalContent. */
  children: (close: () => void) => ReactNode;
};

/** A button and the modal that it opens, and to which the focus returns. A table has one in each row: rendered only while open. */
export function ModalOpener({ trigger, disabled = false, children }: ModalOpenerProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = button.current;
    // After the content is gone, which holds the focus until then.
    if (open) return () => opener?.focus();
  }, [open]);
  return (
    <>
      <Slot.Root ref={button} aria-haspopup="dialog" onClick={() => setOpen(!disabled)}>
        {trigger}
      </Slot.Root>
      {open && (
        <Modal open onOpenChange={setOpen}>
          {children(() => setOpen(false))}
        </Modal>
      )}
    </>
  );
}

/** The content of a modal, styled like a dialog; `wide` for tables, which set their own size. */
export function ModalContent({
  title,
  wide,
  className,
  children,
  ...props
}: ComponentProps<typeof ModalDialog.Content> & { title: string; wide?: boolean }) {
  return (
    <ModalDialog.Portal>
      <ModalDialog.Overlay className={overlay}>
        <ModalDialog.Content
          aria-describedby={undefined}
          aria-modal
          onPointerDownOutside={(event) => event.preventDefault()}
          {...props}
          className={cn(sheet, wide ? 'max-w-232' : 'grid max-w-108 gap-4 p-6', className)}
        >
          <ModalDialog.Title className="text-h3 leading-tight">{title}</ModalDialog.Title>
          {children}
        </ModalDialog.Content>
      </ModalDialog.Overlay>
    </ModalDialog.Portal>
  );
}

/** The row of buttons at the end of a dialog; the safe one first. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex flex-wrap gap-3">{children}</div>;
}
