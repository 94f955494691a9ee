'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { adminPost } from '@/lib/api-client/admin';

const endedSchema = z.object({ ended: z.int() });

/** Ends the sessions of an administrator; one's own present session stays. */
export function EndSessions({ id, username }: { id: string; username: string }) {
  const t = useTranslations('administrators');
  const form = useTranslations('admin.form');
  const router = useRouter();
  const [pending, setPending] = useState(false);
  const end = async () => {
    setPending(true);
    const result = await adminPost(`/admin/administrators/${id}/logout`, {}, endedSchema);
    setPending(false);
    if (!result.ok) return void notify.error(result.message ?? form('failed'), { id: 'administrator' });
    notify.success(t('ended', { username, count: result.data.ended }), { id: 'administrator' });
    router.refresh();
  };
  return (
    <Button
      variant="bare"
      size="small"
      pending={pending}
      aria-label={t('endOf', { username })}
      onClick={() => void end()}
    >
      {t('end')}
    </Button>
  );
}
