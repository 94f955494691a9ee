'use client';

import { AdminFailure } from '@/components/admin/failure';

/** Error boundary of the pages of the office, inside the shell; the layout renders `<main>`. */
export default function AreaError() {
  return <AdminFailure />;
}
