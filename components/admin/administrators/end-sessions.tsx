'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/ui/button';
import { notify } from '@/components/ui/toaster';
import { adminPost } from '@/lib/api-client/admin';
import { endedSchema } from '@/lib/identity/schema';

/** Ends the sessions of the account with this path in the API; one's own present session stays. */
export function EndSessions({ path, username }: { path: string; username: string }) {
  const t = useTranslations('administrators');
  const form = useTranslations('admin.form');
  const router = useRouter();
  const [pending, setPending] = useState(false);
  const end = async () => {
    setPending(true);
    const result = await adminPost(`${path}/logout`, {}, endedSchema);
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
