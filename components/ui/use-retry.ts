'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';

/**
 * Asks again for a page that the server could not make. The boundary's own `reset` alone would show the same failure.
 * @returns whether it is under way, and what asks
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
