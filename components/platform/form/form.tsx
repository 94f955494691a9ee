'use client';

import { Fragment, type ComponentProps, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { cn } from '@/components/platform/ui/cn';
import { DialogButtons, ModalClose } from '@/components/platform/ui/dialog';
import { Note } from '@/components/platform/ui/note';
import { useForm, type FormOptions, type FormState, type Problem } from './use-form';

type Attributes = Pick<ComponentProps<'form'>, 'noValidate' | 'autoComplete' | 'className' | 'aria-label'>;

export type FormProps<T> = FormOptions<T> &
  Attributes & {
    /** The label of the button. */
    submit: string;
    /** Its label while the request runs. */
    submitting?: string;
    variant?: ComponentProps<typeof Button>['variant'];
    /** Whether the form is in a dialog, which has a button that closes it: true, or the label of that button. */
    cancel?: boolean | string;
    /** What the message above the fields says; default: the message of the problem. */
    explain?: (problem: Problem) => ReactNode;
    children: ReactNode | ((form: FormState) => ReactNode);
  };

/** A form: the error that belongs to no field, the fields, and the buttons. */
export function Form<T>({ submit, submitting, variant, cancel, explain, children, ...props }: FormProps<T>) {
  const { noValidate, autoComplete, className, 'aria-label': label, ...options } = props;
  const t = useTranslations('common');
  const form = useForm(options);
  const { problem, pending } = form;
  const fields = typeof children === 'function' ? children(form) : children;
  const Buttons = cancel ? DialogButtons : Fragment;
  return (
    <form
      {...form.props}
      noValidate={noValidate}
      autoComplete={autoComplete}
      aria-label={label}
      className={cn('grid gap-4', className)}
    >
      {problem && !problem.field && (
        <Note key={form.refusals}>{explain ? <div>{explain(problem)}</div> : problem.message}</Note>
      )}
      {/* eslint-disable-next-line product/translated-text -- elements only */}
      {fields}
      <Buttons>
        <Button type="submit" variant={variant} pending={pending} className="justify-self-start">
          {pending ? (submitting ?? submit) : submit}
        </Button>
        {cancel && (
          <ModalClose asChild>
            <Button variant="line">{typeof cancel === 'string' ? cancel : t('cancel')}</Button>
          </ModalClose>
        )}
      </Buttons>
    </form>
  );
}
