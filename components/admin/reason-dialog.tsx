'use client';

import type { ReactNode } from 'react';
import { FormDialog, type FormDialogProps } from '@/components/platform/form/form-dialog';
import type { FormState } from '@/components/platform/form/use-form';
import { Field } from '@/components/platform/ui/field';

/** The field of the errors of a reason. */
const FIELD_OF = { 'adoption.reason_required': 'reason', 'adoption.text_too_long': 'reason' };

type ReasonDialogProps<T> = Omit<FormDialogProps<T>, 'noValidate' | 'autoComplete' | 'send' | 'children'> & {
  /** The label of the reason, and what explains it. */
  reason: string;
  reasonNote?: string;
  send: (reason: string, fields: FormData) => ReturnType<FormDialogProps<T>['send']>;
  /** What stands above the reason: a text, or fields. */
  children: ReactNode | ((field: FormState['field']) => ReactNode);
};

/** A button and the dialog of an action that needs a reason, for the audit log. */
export function ReasonDialog<T>({ reason, reasonNote, send, fieldOf, children, ...dialog }: ReasonDialogProps<T>) {
  return (
    <FormDialog
      {...dialog}
      noValidate
      autoComplete="off"
      send={(fields) => send(String(fields.get('reason')), fields)}
      fieldOf={{ ...FIELD_OF, ...fieldOf }}
    >
      {({ field }) => (
        <>
          {typeof children === 'function' ? children(field) : children}
          <Field label={reason} hint={reasonNote} maxLength={500} {...field('reason')} />
        </>
      )}
    </FormDialog>
  );
}
