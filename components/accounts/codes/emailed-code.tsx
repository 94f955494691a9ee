'use client';

import { useEffect, useId, useRef, useState } from 'react';
import { ActionButton } from '@/components/platform/form/action-button';
import { FieldProblem } from '@/components/platform/ui/field';
import type { ApiResult } from '@/lib/api/client/client';
import { CodeInput } from './code-input';

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
      <ActionButton variant="bare" size="inline" send={send} toast={toast} done={texts.sent}>
        {texts.again}
      </ActionButton>
    </div>
  );
}
