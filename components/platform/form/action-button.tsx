'use client';

import { useRouter } from 'next/navigation';
import type { ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '@/components/platform/ui/button';
import { notify } from '@/components/platform/ui/toaster';
import type { ApiResult } from '@/lib/api/client/client';
import { useMessage, type Message } from './use-message';
import { usePending } from './use-pending';

type ActionButtonProps<T> = Omit<ComponentProps<typeof Button>, 'onClick' | 'pending'> & {
  send: () => Promise<ApiResult<T>>;
  /** The id of the toasts. */
  toast: string;
  /** The toast of a success. */
  done: string | ((data: T) => string);
  /** The toast of a failure, if the server sends no message. */
  failed?: Message;
};

/** A button that sends a request, says in a toast what became of it, and loads the page again. */
export function ActionButton<T>({ send, toast: id, done, failed, ...button }: ActionButtonProps<T>) {
  const t = useTranslations('common');
  const textOf = useMessage();
  const router = useRouter();
  const [pending, act] = usePending(async () => {
    const result = await send();
    if (result.ok) notify.success(typeof done === 'string' ? done : done(result.data), { id });
    else notify.error(result.message ?? textOf(failed ?? t('failed')), { id });
    router.refresh();
  });
  return <Button {...button} pending={pending} onClick={() => void act()} />;
}
