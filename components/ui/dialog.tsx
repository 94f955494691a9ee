'use client';

import { AlertDialog } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn';

/**
 * A dialog that asks or tells something before the work goes on. It has no close cross: every way out is one of its
 * buttons. Put the safe answer in `<DialogCancel>`; it is focused first.
 */
export const Dialog = AlertDialog.Root;
export const DialogTrigger = AlertDialog.Trigger;
export const DialogCancel = AlertDialog.Cancel;
export const DialogAction = AlertDialog.Action;

type DialogContentProps = ComponentProps<typeof AlertDialog.Content> & {
  title: string;
  description?: ReactNode;
  /** Shown above the title, edge to edge: a band, a picture. */
  header?: ReactNode;
};

/** The sheet of a dialog: title, description, content, and the dimmed page behind it. */
export function DialogContent({ title, description, header, className, children, ...props }: DialogContentProps) {
  return (
    <AlertDialog.Portal>
      <AlertDialog.Overlay className="fixed inset-0 z-1000 grid place-items-center overflow-y-auto bg-[rgb(9_12_30/.62)] p-gutter">
        <AlertDialog.Content
          {...props}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cn('w-full max-w-108 overflow-hidden rounded-3 bg-surface text-ink shadow-lift', className)}
        >
          {header}
          <div className="grid gap-3 p-6">
            <AlertDialog.Title className="text-h3 leading-tight">{title}</AlertDialog.Title>
            {description && (
              <AlertDialog.Description asChild={typeof description !== 'string'}>{description}</AlertDialog.Description>
            )}
            {children}
          </div>
        </AlertDialog.Content>
      </AlertDialog.Overlay>
    </AlertDialog.Portal>
  );
}

/** The row of buttons at a dialog's foot; the safe answer first. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="mt-2 flex flex-wrap gap-3">{children}</div>;
}
