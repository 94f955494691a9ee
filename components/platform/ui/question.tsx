'use client';

import type { ReactNode } from 'react';
import { Button } from './button';
import { Dialog, DialogAction, DialogButtons, DialogCancel, DialogContent } from './dialog';

type QuestionProps = {
  title: string;
  text: ReactNode;
  /** The labels of the safe answer, which closes the question, and of the other. */
  no: string;
  yes: string;
  onYes: () => void;
  onClose: () => void;
  /** Whether the safe answer is less prominent than the other. */
  wantsYes?: boolean;
};

/** A question in a dialog with two answers. */
export function Question({ title, text, no, yes, onYes, onClose, wantsYes = false }: QuestionProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} description={text} className="wrap-anywhere">
        <DialogButtons>
          <DialogCancel asChild>
            <Button variant={wantsYes ? 'line' : 'action'}>{no}</Button>
          </DialogCancel>
          <DialogAction asChild>
            <Button variant={wantsYes ? 'action' : 'line'} onClick={onYes}>
              {yes}
            </Button>
          </DialogAction>
        </DialogButtons>
      </DialogContent>
    </Dialog>
  );
}
