'use client';

import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { CodeInput } from '@/components/otp/code-input';
import { Resend } from '@/components/otp/resend';
import { Button } from '@/components/ui/button';
import { FieldProblem } from '@/components/ui/field';
import { notify } from '@/components/ui/toaster';
import type { ApiFailure } from '@/lib/api/client';
import { OTP_LENGTH, otpSchema } from '@/lib/otp/schema';
import { errorText } from '@/lib/text/errors';
import { sendCode, verifyCode } from './calls';
import { codeSent, codeVerified, formReopened, type SentCode } from './flow';
import { step } from './flow-store';
import { Panel } from './panel';
import { SelectionTable } from './selection-table';
import { useSummary } from './use-summary';

const TOAST = { id: 'otp' };
/** The selection can no longer be had: the code is spent, and the form shows what is left. */
const GONE = 409;

/** The verification step: the code that was sent, for the lines and prices it was sent for. */
export function CodeStep({ sent }: { sent: SentCode }) {
  const t = useTranslations('otp');
  const words = useTranslations('adoption');
  const ids = { heading: useId(), hint: useId(), problem: useId() };
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<'verify' | 'resend' | null>(null);
  const { download } = useSummary();
  const { otpMethod, email, phone } = sent.userDetails;

  useEffect(() => field.current?.focus(), []);

  const refuse = (failure: ApiFailure, fallback: 'otp.verify_failed' | 'otp.send_failed') => {
    const message = failure.message ?? errorText(fallback);
    notify.error(message, TOAST);
    if (failure.status === GONE) return step(formReopened);
    if (failure.code === 'otp.invalid') setProblem(message);
    field.current?.focus();
    // Selected as a whole: typing starts over, an arrow key keeps the digits.
    field.current?.setSelectionRange(0, OTP_LENGTH);
  };

  const verify = async () => {
    if (busy) return;
    if (!otpSchema.safeParse(code).success) return void notify.error(errorText('otp.shape'), TOAST);
    setBusy('verify');
    setProblem(undefined);
    notify.loading(t('toast.verifying'), TOAST);
    const result = await verifyCode(sent, code);
    setBusy(null);
    if (!result.ok) return refuse(result, 'otp.verify_failed');
    notify.success(words('verified'), TOAST);
    step((flow) => codeVerified(flow, result.data));
    await download(result.data);
  };

  const resend = async () => {
    setBusy('resend');
    const result = await sendCode(sent.userDetails, sent.order, { isResend: true });
    setBusy(null);
    if (!result.ok) return refuse(result, 'otp.send_failed');
    notify.success(words(`sent.${otpMethod}`), TOAST);
    setCode('');
    setProblem(undefined);
    step((flow) => codeSent(flow, result.data));
    field.current?.focus();
  };

  // A form with a disabled button ignores Enter; here it must say what is missing.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== field.current) return;
    event.preventDefault();
    void verify();
  };

  return (
    <>
      <SelectionTable cart={sent.order} />
      <Panel aria-labelledby={ids.heading}>
        <h2 id={ids.heading} className="text-h3">
          {t('title')}
        </h2>
        <div className="flex flex-wrap items-center gap-x-2">
          <p id={ids.hint} className="wrap-anywhere">
            {t.rich('sentTo', { address: () => <b>{otpMethod === 'email' ? email : phone}</b> })}
          </p>
          <Button variant="bare" className="-my-2 px-0" disabled={busy !== null} onClick={() => step(formReopened)}>
            {t('editDetails')}
          </Button>
        </div>
        <form
          noValidate
          className="grid gap-4"
          onKeyDown={onKeyDown}
          onSubmit={(event) => {
            event.preventDefault();
            void verify();
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
          key={sent.resendAt}
          resendAt={sent.resendAt}
          expiresAt={sent.expiresAt}
          onResend={resend}
          pending={busy === 'resend'}
          disabled={busy !== null}
        />
      </Panel>
    </>
  );
}
