'use client';

import { useEffect } from 'react';
import { notify } from '@/components/platform/ui/toaster';
import { errorText, type ErrorCode } from '@/lib/platform/i18n/errors';

type LoadNoticeProps = {
  /** Why there are no courses at all. */
  problem?: ErrorCode | null;
  /** How many courses were left out as invalid. */
  dropped?: number;
};

/** Shows the problems of a load in a toast. Give it a new `key` for each load of a page that can reload. */
export function LoadNotice({ problem, dropped = 0 }: LoadNoticeProps) {
  useEffect(() => {
    const codes: ErrorCode[] = [
      ...(problem ? [problem] : []),
      ...(dropped > 0 ? ['course.invalid_dropped' as const] : []),
    ];
    // Effects of a page run before the layout's toaster subscribes.
    const soon = setTimeout(() => codes.forEach((code) => notify.error(errorText(code), { id: code })));
    return () => clearTimeout(soon);
  }, [problem, dropped]);
  return null;
}
