'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';

/**
 * Reloads a page that failed on the server. The boundary's own `reset` alone would show the same failure.
 * @returns whether a reload is pending, and the function that starts it
 */
export function useRetry(reset: () => void): { pending: boolean; tryAgain: () => void } {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const tryAgain = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return { pending, tryAgain };
}
