'use client';

import { useEffect } from 'react';
import { notify } from '@/components/ui/toaster';
import { errorText, type ErrorCode } from '@/lib/i18n/errors';

type LoadNoticeProps = {
  /** Why there are no courses at all. */
  problem?: ErrorCode | null;
  /** How many courses were left out as invalid (R-ERR-10, A-34). */
  dropped: number;
};

/** Says as a toast what was wrong with a load. Give it a new `key` for each load of a page that can load again. */
export function LoadNotice({ problem, dropped }: LoadNoticeProps) {
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
