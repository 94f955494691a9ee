'use client';

import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { FieldProblem } from '@/components/ui/field';
import { notify } from '@/components/ui/toaster';
import type { ApiFailure, ApiResult } from '@/lib/api-client/client';
import { errorText } from '@/lib/i18n/errors';
import { OTP_LENGTH, otpSchema } from '@/lib/otp/schema';
import { CodeInput } from './code-input';
import { Resend } from './resend';

const TOAST = { id: 'otp' };
/** The selection can no longer be had: the code is spent. */
const GONE = 409;

type CodeFormProps<Verified, Resent> = {
  /** When another code may be sent, and when this one ends; milliseconds of Date.now(). */
  resendAt: number;
  expiresAt: number;
  /** Where the code went, in an element with this id: it describes the field. `busy` while a call runs. */
  children: (hint: { id: string; busy: boolean }) => ReactNode;
  verify: (code: string) => Promise<ApiResult<Verified>>;
  onVerified: (answer: Verified) => void;
  resend: () => Promise<ApiResult<Resent>>;
  onResent: (answer: Resent) => void;
  /** What the toast says once another code was sent. */
  resentText: string;
  /** The seats or prices are no longer those that the code was sent for; the message was shown. */
  onGone: (failure: ApiFailure) => void;
};

/**
 * Asks for the six digits, sends them, and sends another code; both flows use it. Enter with fewer digits says so
 * a refused code is selected as a whole, and nothing is sent twice.
 */
export function CodeForm<Verified, Resent>(props: CodeFormProps<Verified, Resent>) {
  const { resendAt, expiresAt, children, verify, onVerified, resend, onResent, resentText, onGone } = props;
  const t = useTranslations('otp');
  const words = useTranslations('checkout');
  const ids = { hint: useId(), problem: useId() };
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<'verify' | 'resend' | null>(null);

  useEffect(() => field.current?.focus(), []);

  const refuse = (failure: ApiFailure, fallback: 'otp.verify_failed' | 'otp.send_failed') => {
    const message = failure.message ?? errorText(fallback);
    notify.error(message, TOAST);
    if (failure.status === GONE) return onGone(failure);
    if (failure.code === 'otp.invalid') setProblem(message);
    field.current?.focus();
    // Selected as a whole: typing starts over, an arrow key keeps the digits.
    field.current?.setSelectionRange(0, OTP_LENGTH);
  };

  const check = async () => {
    if (busy) return;
    if (!otpSchema.safeParse(code).success) return void notify.error(errorText('otp.shape'), TOAST);
    setBusy('verify');
    setProblem(undefined);
    notify.loading(t('toast.verifying'), TOAST);
    const result = await verify(code);
    setBusy(null);
    if (!result.ok) return refuse(result, 'otp.verify_failed');
    notify.success(words('verified'), TOAST);
    onVerified(result.data);
  };

  const sendAgain = async () => {
    setBusy('resend');
    const result = await resend();
    setBusy(null);
    if (!result.ok) return refuse(result, 'otp.send_failed');
    notify.success(resentText, TOAST);
    setCode('');
    setProblem(undefined);
    onResent(result.data);
    field.current?.focus();
  };

  // A form with a disabled button ignores Enter; here it must say what is missing.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== field.current) return;
    event.preventDefault();
    void check();
  };

  return (
    <>
      {children({ id: ids.hint, busy: busy !== null })}
      <form
        noValidate
        className="grid gap-4"
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          void check();
        }}
      >
        <div className="grid gap-3">
          <CodeInput
            ref={field}
            value={code}
            onChange={(digits) => {
              setCode(digits);
              setProblem(undefined);
            }}
            label={t('label')}
            invalid={problem !== undefined}
            readOnly={busy !== null}
            describedBy={problem ? `${ids.problem} ${ids.hint}` : ids.hint}
          />
          {problem && <FieldProblem id={ids.problem}>{problem}</FieldProblem>}
        </div>
        <Button type="submit" wide pending={busy === 'verify'} disabled={code.length < OTP_LENGTH || busy !== null}>
          {t('verify')}
        </Button>
      </form>
      <Resend
        key={resendAt}
        resendAt={resendAt}
        expiresAt={expiresAt}
        onResend={sendAgain}
        pending={busy === 'resend'}
        disabled={busy !== null}
      />
    </>
  );
}
