'use client';

import { useState, type ComponentProps } from 'react';
import { usePending } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { Note } from '@/components/platform/ui/note';
import { notify } from '@/components/platform/ui/toaster';
import type { ApiFailure, ApiResult } from '@/lib/api/client/client';
import { errorText } from '@/lib/platform/i18n/errors';
import { useCountdown } from './use-countdown';

/** A refusal by a limit, and when it ends: milliseconds of Date.now(), or null if not by itself. */
type Refusal = { message: string; until: number | null };

/** Whether a limit refused: its message stays on the page. */
export const isLimit = ({ code, retryAfterSeconds }: Pick<ApiFailure, 'code' | 'retryAfterSeconds'>): boolean =>
  retryAfterSeconds !== undefined || code?.startsWith('seats.limit_') === true;

/** A request for a code, as its button needs it. */
export type CodeRequest = {
  pending: boolean;
  refusal: Refusal | null;
  request: () => Promise<void>;
};

type CodeRequestOptions<T> = {
  send: () => Promise<ApiResult<T>>;
  onSent: (sent: T) => void;
  /** Called after a failure, which a toast has said. */
  onRefused?: (failure: ApiFailure & { message: string }) => void;
  /** The id of the toasts. */
  toast?: string;
};

/** Requests a code, once at a time. `CodeButton` is its button. */
export function useCodeRequest<T>({ send, onSent, onRefused, toast = 'otp' }: CodeRequestOptions<T>): CodeRequest {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [pending, request] = usePending(async () => {
    const result = await send();
    if (result.ok) {
      setRefusal(null);
      return onSent(result.data);
    }
    const message = result.message ?? errorText('otp.send_failed');
    const { retryAfterSeconds } = result;
    notify.error(message, { id: toast });
    const until = retryAfterSeconds ? Date.now() + retryAfterSeconds * 1000 : null;
    setRefusal(isLimit(result) ? { message, until } : null);
    onRefused?.({ ...result, message });
  });
  return { pending, refusal, request };
}

type CodeButtonProps = Omit<ComponentProps<typeof Button>, 'pending'> & { code: CodeRequest };

/** The button of a request for a code. After a refusal that time ends it waits until then; above it stands why. */
export function CodeButton({ code, disabled = false, onClick, ...button }: CodeButtonProps) {
  const { pending, refusal, request } = code;
  const waits = useCountdown(refusal?.until ?? 0) > 0;
  return (
    <>
      {refusal && (waits || refusal.until === null) && (
        <Note kind={waits ? 'time' : 'warn'} className="w-full">
          {refusal.message}
        </Note>
      )}
      <Button {...button} pending={pending} disabled={disabled || waits} onClick={onClick ?? (() => void request())} />
    </>
  );
}
