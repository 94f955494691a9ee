'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { ApiResult } from '@/lib/api-client/client';
import { userDelete, userPatch, userPost } from '@/lib/api-client/session';
import { anything } from '@/lib/core/schema';
import { useConfirmedPassword } from './confirm-password';

/** Sends the requests of a form and keeps whether one runs and why it failed. */
export function useRequest() {
  const t = useTranslations('profile');
  const { confirmed, dialog } = useConfirmedPassword();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (request: () => Promise<ApiResult<unknown>>): Promise<boolean> => {
    if (pending) return false;
    setPending(true);
    setProblem(null);
    const answer = await confirmed(request);
    setPending(false);
    if (!answer.ok) setProblem(answer.message ?? t('security.failed'));
    return answer.ok;
  };
  return {
    pending,
    problem,
    dialog,
    send: (path: string, body: object) => run(() => userPost(path, body, anything)),
    patch: (path: string, body: object) => run(() => userPatch(path, body, anything)),
    remove: (path: string) => run(() => userDelete(path, anything)),
  };
}
