'use client';

import { useState, type ComponentProps } from 'react';
import { usePending } from '@/components/platform/form/use-pending';
import { Button } from '@/components/platform/ui/button';
import { Note } from '@/components/platform/ui/note';
import { notify } from '@/components/platform/ui/toaster';
import type { ApiFailure, ApiResult } from '@/lib/api/client/client';
import { errorText } from '@/lib/platform/i18n/errors';
import { useCountdown } from './use-countdown';

/** A refusal that time ends, and when: milliseconds of Date.now(). */
type Refusal = { message: string; until: number };

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
    setRefusal(retryAfterSeconds ? { message, until: Date.now() + retryAfterSeconds * 1000 } : null);
    onRefused?.({ ...result, message });
  });
  return { pending, refusal, request };
}

type CodeButtonProps = Omit<ComponentProps<typeof Button>, 'pending'> & { code: CodeRequest };

/** The button of a request for a code. After a refusal that time ends it waits until then, and says above it why. */
export function CodeButton({ code, disabled = false, onClick, ...button }: CodeButtonProps) {
  const { pending, refusal, request } = code;
  const waits = useCountdown(refusal?.until ?? 0) > 0;
  return (
    <>
      {refusal && waits && (
        <Note kind="time" className="w-full">
          {refusal.message}
        </Note>
      )}
      <Button {...button} pending={pending} disabled={disabled || waits} onClick={onClick ?? (() => void request())} />
    </>
  );
}
