'use client';

import { AdminFailure } from '@/components/admin/failure';

/** Error boundary for failures of the shell itself, for example when the session cannot be read. */
export default function AdminError() {
  return (
    <main id="content" className="wrap grid max-w-360 gap-6 py-12">
      <AdminFailure />
    </main>
  );
}
