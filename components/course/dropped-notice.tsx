'use client';

import { useEffect } from 'react';
import { notify } from '@/components/ui/toaster';
import { errorText } from '@/lib/text/errors';

/** Says, once a load, that courses with invalid data were left out (R-ERR-10). Give it a new `key` for each load. */
export function DroppedNotice() {
  useEffect(() => {
    notify.info(errorText('course.invalid_dropped'), { id: 'dropped' });
  }, []);
  return null;
}
