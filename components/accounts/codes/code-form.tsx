'use client';

import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { invalid, useForm, type FormResult } from '@/components/platform/form/use-form';
import { Button } from '@/components/platform/ui/button';
import { FieldProblem } from '@/components/platform/ui/field';
import { Note } from '@/components/platform/ui/note';
import { notify } from '@/components/platform/ui/toaster';
import type { ApiFailure, ApiResult } from '@/lib/api/client/client';
import { errorText } from '@/lib/platform/i18n/errors';
import { OTP_LENGTH, otpSchema } from '@/lib/accounts/codes/schema';
import { CodeInput } from './code-input';
import { isLimit, useCodeRequest } from './code-request';
import { Resend } from './resend';

const TOAST = { id: 'otp' };
/** The selection is no longer available: the code is used up. */
const SELECTION_GONE = 409;

type CodeFormProps<Verified, Resent> = {
  /** When another code may be sent, and when this one expires; milliseconds of Date.now(). */
  resendAt: number;
  expiresAt: number;
  /** Renders the recipient in an element with this id, which describes the field. `busy` while a request runs. */
  children: (hint: { id: string; busy: boolean }) => ReactNode;
  verify: (code: string) => Promise<ApiResult<Verified>>;
  onVerified: (answer: Verified) => void;
  resend: () => Promise<ApiResult<Resent>>;
  onResent: (answer: Resent) => void;
  /** The toast after another code was sent. */
  resentText: string;
  /** Called when seats or prices changed since the code was sent; the message was already shown. */
  onGone: (failure: ApiFailure) => void;
};

/**
 * Form for the six-digit code with a resend button; used by both flows. Enter with fewer digits shows an error,
 * a wrong code is selected as a whole, and nothing is sent twice.
 */
export function CodeForm<Verified, Resent>(props: CodeFormProps<Verified, Resent>) {
  const { resendAt, expiresAt, children, verify, onVerified, resend, onResent, resentText, onGone } = props;
  const t = useTranslations('otp');
  const tCheckout = useTranslations('checkout');
  const ids = { hint: useId(), problem: useId() };
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');

  useEffect(() => field.current?.focus(), []);

  const refuse = (failure: ApiFailure) => {
    if (failure.status === SELECTION_GONE) return onGone(failure);
    field.current?.focus();
    // Selected as a whole: typing starts over, an arrow key moves within the digits.
    field.current?.setSelectionRange(0, OTP_LENGTH);
  };

  const form = useForm({
    send: async (): Promise<FormResult<Verified>> => {
      if (!otpSchema.safeParse(code).success) {
        notify.error(errorText('otp.shape'), TOAST);
        return invalid({});
      }
      notify.loading(t('toast.verifying'), TOAST);
      return verify(code);
    },
    fieldOf: { 'otp.invalid': 'otp' },
    failed: { code: 'otp.verify_failed' },
    toast: TOAST.id,
    toastErrors: true,
    onDone: (answer) => {
      notify.success(tCheckout('verified'), TOAST);
      onVerified(answer);
    },
    onRefused: refuse,
  });
  const { error } = form.field('otp');

  const another = useCodeRequest({
    send: resend,
    onSent: (sent) => {
      notify.success(resentText, TOAST);
      setCode('');
      form.clear();
      onResent(sent);
      field.current?.focus();
    },
    onRefused: refuse,
  });
  const busy = form.pending || another.pending;

  // A form with a disabled button ignores Enter; here it must show what is missing.
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || event.target !== field.current) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };

  return (
    <>
      {children({ id: ids.hint, busy })}
      <form {...form.props} noValidate className="grid gap-4" onKeyDown={onKeyDown}>
        <div className="grid gap-3">
          <CodeInput
            ref={field}
            value={code}
            onChange={(digits) => {
              setCode(digits);
              form.clear();
            }}
            label={t('label')}
            invalid={error !== undefined}
            readOnly={busy}
            describedBy={error ? `${ids.problem} ${ids.hint}` : ids.hint}
          />
          {error && <FieldProblem id={ids.problem}>{error}</FieldProblem>}
        </div>
        {form.problem && isLimit(form.problem) && <Note kind="time">{form.problem.message}</Note>}
        <Button type="submit" wide pending={form.pending} disabled={code.length < OTP_LENGTH || busy}>
          {t('verify')}
        </Button>
        <p className="text-cap text-ink-2">
          {t.rich('agree', {
            terms: (text) => <Text to="/terms">{text}</Text>,
            privacy: (text) => <Text to="/privacy">{text}</Text>,
          })}
        </p>
      </form>
      <Resend key={resendAt} resendAt={resendAt} expiresAt={expiresAt} another={another} disabled={busy} />
    </>
  );
}

/** A text that is agreed to, in a tab of its own: the code stays. */
function Text({ to, children }: { to: '/terms' | '/privacy'; children: ReactNode }) {
  return (
    <a href={to} target="_blank" rel="noreferrer" className="text-link underline">
      {children}
    </a>
  );
}
