'use client';

import { AdminFailure } from '@/components/admin/failure';

/** Where not even the shell could be made, since nobody could be asked whose session it is. */
export default function AdminError({ reset }: { error: Error; reset: () => void }) {
  return (
    <main id="content" className="wrap grid max-w-360 gap-6 py-12">
      <AdminFailure reset={reset} />
    </main>
  );
}
