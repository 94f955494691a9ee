'use client';

import { useEffect, useId, useRef, useState } from 'react';
import { FieldProblem } from '@/components/platform/ui/field';
import { notify } from '@/components/platform/ui/toaster';
import type { ApiResult } from '@/lib/api/client/client';
import { CodeInput } from './code-input';
import { CodeButton, useCodeRequest } from './code-request';

type EmailedCodeProps = {
  texts: { label: string; again: string; sent: string };
  /** Sends another code. */
  send: () => Promise<ApiResult<unknown>>;
  /** The id of the toasts. */
  toast: string;
  readOnly?: boolean;
  error?: string;
};

/** The field `otp` for a code that was sent by e-mail, and the button that sends it again. */
export function EmailedCode({ texts, send, toast, readOnly, error }: EmailedCodeProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  useEffect(() => field.current?.focus(), []);
  const another = useCodeRequest({ send, onSent: () => notify.success(texts.sent, { id: toast }), toast });
  return (
    <div className="grid justify-items-start gap-1">
      <label htmlFor={id} className="text-small font-semibold">
        {texts.label}
      </label>
      <div className="w-full">
        <CodeInput
          ref={field}
          id={id}
          value={code}
          onChange={setCode}
          label={texts.label}
          invalid={error !== undefined}
          readOnly={readOnly}
          describedBy={error && `${id}-error`}
        />
      </div>
      {error && <FieldProblem id={`${id}-error`}>{error}</FieldProblem>}
      <CodeButton variant="bare" size="inline" code={another}>
        {texts.again}
      </CodeButton>
    </div>
  );
}
