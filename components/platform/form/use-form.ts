'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState, type ComponentProps, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { ZodError } from 'zod';
import { notify } from '@/components/platform/ui/toaster';
import type { ApiFailure, ApiResult } from '@/lib/api/client/client';
import { isErrorCode } from '@/lib/platform/i18n/errors';
import { useMessage, type Message } from './use-message';
import { usePending } from './use-pending';

/** The errors of a form by the name of their field. */
export type FieldErrors = Readonly<Record<string, Message | undefined>>;

/** A refused request; `field` is the name of the field that the error belongs to, if it belongs to one of the form. */
export type Problem = ApiFailure & { message: string; field?: string };

/** The result of a form's request, or the errors of input that is not sent. */
export type FormResult<T> = ApiResult<T> | { ok: false; errors: FieldErrors };

export const invalid = (errors: FieldErrors) => ({ ok: false as const, errors });

/** The result for input that a schema refuses: the first error of each field. @param params of the texts of its codes */
export function refused({ issues }: Pick<ZodError, 'issues'>, params?: Record<string, number>) {
  const errors: Record<string, Message> = {};
  for (const { path, message } of issues)
    errors[String(path[0])] ??= isErrorCode(message) ? { code: message, params } : message;
  return invalid(errors);
}

export type FormOptions<T> = {
  /** Sends the request; `invalid` is the result for input that is not sent. */
  send: (fields: FormData) => Promise<FormResult<T>>;
  /** Checks the input before it is sent, and a field when it is edited or left. */
  check?: (fields: FormData) => FieldErrors;
  /** The names of the fields that errors of the server belong to, beside those that the server names. */
  fieldOf?: Readonly<Record<string, string>>;
  /** The message if the server sends none. */
  failed?: Message;
  /** The id of the form's toasts. */
  toast?: string;
  /** The toast of a success; the page is loaded again then. */
  done?: string | ((data: T, fields: FormData) => string);
  /** Whether errors of the server are toasts as well. */
  toastErrors?: boolean;
  /** Whether something else keeps the form from being sent. */
  busy?: boolean;
  /** Called after a success; LEAVING if another page is about to be shown. */
  onDone?: (data: T, fields: FormData) => unknown;
  /** Called after a refusal of the server. */
  onRefused?: (problem: Problem) => unknown;
};

type State = { refusals: number; errors: FieldErrors; problem: Problem | null };

export type FormState = {
  props: ComponentProps<'form'>;
  pending: boolean;
  /** The number of refusals: a key with which a repeated error is announced again. */
  refusals: number;
  /** The last refusal of the server, until the next attempt ends. */
  problem: Problem | null;
  /** Removes all errors. */
  clear: () => void;
  /** Name and error of a field. */
  field: (name: string) => { name: string; error: string | undefined };
};

/**
 * The state of a form: one request at a time, errors at their fields, the focus on the first of them. Fields keep their
 * values themselves, also after an error; the error of a field disappears when the field is edited.
 */
export function useForm<T>(options: FormOptions<T>): FormState {
  const { send, check, fieldOf = {}, failed, toast: id, done, toastErrors, busy = false, onDone, onRefused } = options;
  const t = useTranslations('common');
  const textOf = useMessage();
  const router = useRouter();
  const element = useRef<HTMLFormElement>(null);
  const [{ refusals, errors, problem }, setState] = useState<State>({ refusals: 0, errors: {}, problem: null });

  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const clear = () => setState((before) => ({ ...before, errors: {}, problem: null }));
  const refuse = (next: Partial<State>) =>
    setState((before) => ({ errors: {}, problem: null, ...next, refusals: before.refusals + 1 }));

  const [sending, submit] = usePending(async (fields: FormData) => {
    const checked = check?.(fields) ?? {};
    if (Object.keys(checked).length > 0) return refuse({ errors: checked });
    const result = await send(fields);
    if (result.ok) {
      clear();
      if (done) notify.success(typeof done === 'string' ? done : done(result.data, fields), { id });
      const next = onDone?.(result.data, fields);
      if (done) router.refresh();
      return next;
    }
    if ('errors' in result) return refuse({ errors: result.errors });
    const message = result.message ?? textOf(failed ?? t('failed'));
    const named = fieldOf[result.code ?? ''] ?? result.details.field;
    const field = typeof named === 'string' && element.current?.elements.namedItem(named) ? named : undefined;
    const refusal = { ...result, message, field };
    refuse({ errors: field === undefined ? {} : { [field]: message }, problem: refusal });
    if (toastErrors) notify.error(message, { id });
    onRefused?.(refusal);
  });

  const pending = sending || busy;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // React passes events of a dialog to the form that it was opened from.
    event.stopPropagation();
    // With the name and value of the button that was pressed.
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!busy) void submit(new FormData(event.currentTarget, submitter));
  };
  const checkAgain = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement;
    const error = check?.(new FormData(currentTarget))[name];
    if (errors[name] !== error) setState((before) => ({ ...before, errors: { ...before.errors, [name]: error } }));
  };
  const field = (name: string) => {
    const error = errors[name];
    return { name, error: error && textOf(error) };
  };
  const props = { ref: element, onSubmit, onChange: checkAgain, onBlur: check && checkAgain };
  return { props, pending, refusals, problem, clear, field };
}
