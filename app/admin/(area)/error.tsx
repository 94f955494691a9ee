'use client';

import { AdminFailure } from '@/components/admin/failure';

/** The last resort of an administrator's page, within the shell; its `<main>` is the layout's. */
export default function AreaError({ reset }: { error: Error; reset: () => void }) {
  return <AdminFailure reset={reset} />;
}
