'use client';

import { useEffect } from 'react';
import { notify } from '@/components/ui/toaster';
import { errorText, type ErrorCode } from '@/lib/text/errors';

/** Says once per load, as a toast, that the catalogue is empty or that courses were left out. */
export function LoadNotice({ problem, dropped }: { problem: ErrorCode | null; dropped: number }) {
  useEffect(() => {
    const codes: ErrorCode[] = [
      ...(problem ? [problem] : []),
      ...(dropped > 0 ? ['course.invalid_dropped' as const] : []),
    ];
    // Effects of a page run before the toaster of the layout listens.
    const soon = setTimeout(() => codes.forEach((code) => notify.error(errorText(code), { id: code })));
    return () => clearTimeout(soon);
  }, [problem, dropped]);
  return null;
}
