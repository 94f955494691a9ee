'use client';

import { ActionButton } from '@/components/platform/form/action-button';
import { Field } from '@/components/platform/ui/field';
import type { ApiResult } from '@/lib/api/client/client';

type EmailedCodeProps = {
  texts: { label: string; again: string; sent: string };
  /** Sends another code. */
  send: () => Promise<ApiResult<unknown>>;
  /** The id of the toasts. */
  toast: string;
  readOnly?: boolean;
};

/** The field `otp` for a code that was sent by e-mail, and the button that sends it again. */
export function EmailedCode({ texts, send, toast, readOnly }: EmailedCodeProps) {
  return (
    <>
      <Field
        label={texts.label}
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        required
        readOnly={readOnly}
      />
      <ActionButton variant="bare" className="justify-self-start" send={send} toast={toast} done={texts.sent}>
        {texts.again}
      </ActionButton>
    </>
  );
}
